// A customer that receives webhooks: /ok answers at once, /hang never. A process of its own that counts: it sends its port
// when it listens, and its count for every message from its parent, which begins a new one.
import { createServer } from 'node:http'

interface Event {
  readonly timestamp: string
}

let count = fresh()

function fresh() {
  return { requests: 0, messages: 0, lastAt: 0, latencies: [] as number[] }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url === '/hang') return
    const now = Date.now()
    const content = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Event | readonly Event[] // our own webhooks
    const events = [content].flat()
    count.requests += 1
    count.messages += events.length
    count.lastAt = now
    if (request.url === '/timed') count.latencies.push(...events.map(({ timestamp }) => now - Date.parse(timestamp)))
    response.writeHead(204).end()
  })
}).listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', (message) => {
  process.send?.(count)
  if (message === 'restart') count = fresh()
})
process.on('disconnect', () => process.exit(0))
