// Sends written requests at a steady rate, independent of responses, until its input ends:
// tsx paced.ts <address> <requests per second> <file>. A latency counts from the moment that the request was due.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

const [address = '', rate = '1', file = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
const started = performance.now()
const latencies: number[] = []
let failed = 0
let sent = 0
let open = 0
let isEnding = false

function send(line: string, due: number): void {
  const [place = '', body = ''] = line.split('\t')
  open += 1
  const end = (ok: boolean): void => {
    latencies.push(performance.now() - due)
    if (!ok) failed += 1
    open -= 1
  }
  request(
    `${address}${place}`,
    { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
    (response) => {
      response.resume().on('end', () => end(response.statusCode === 200))
    },
  )
    .on('error', () => end(false))
    .end(body)
}

function report(): void {
  const sorted = Float64Array.from(latencies).toSorted()
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
  const seconds = (performance.now() - started) / 1000
  const found = { requests: sorted.length, seconds, failed, p50Millis: percentile(0.5), p99Millis: percentile(0.99) }
  process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0))
}

setInterval(() => {
  if (isEnding) return open === 0 ? report() : undefined
  const due = Math.floor(((performance.now() - started) / 1000) * Number(rate))
  for (; sent < due; sent += 1) send(lines[sent % lines.length] ?? '', started + (sent / Number(rate)) * 1000)
}, 1)
process.stdin.resume().on('end', () => (isEnding = true))
