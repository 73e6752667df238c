// Plays written requests where wrk is missing: tsx client.ts <address> <connections> <seconds> <file>.
import { createReadStream } from 'node:fs'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'

const [address = '', connections = '1', seconds = '1', file = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const lines = createInterface({ input: createReadStream(file) })[Symbol.asyncIterator]()
const started = performance.now()
const deadline = started + Number(seconds) * 1000
const latencies: number[] = []
let failed = 0

function send(line: string): Promise<boolean> {
  const [place = '', body] = line.split('\t')
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' }
    const options = body === undefined ? { agent } : { method: 'POST', agent, headers }
    const sent = request(`${address}${place}`, options, (response) => {
      response.resume().on('end', () => resolve(Math.floor((response.statusCode ?? 0) / 100) === 2))
    })
    sent.on('error', () => resolve(false)).end(body)
  })
}

async function oneConnection(): Promise<void> {
  while (performance.now() < deadline) {
    const { value, done } = await lines.next()
    if (done === true) return
    const before = performance.now()
    if (!(await send(value))) failed += 1
    latencies.push(performance.now() - before)
  }
}

await Promise.all(Array.from({ length: Number(connections) }, oneConnection))
const sorted = Float64Array.from(latencies).toSorted()
const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
console.log(
  JSON.stringify({
    requests: latencies.length,
    seconds: (performance.now() - started) / 1000,
    failed,
    p50Millis: percentile(0.5),
    p99Millis: percentile(0.99),
  }),
)
process.exit(0)
