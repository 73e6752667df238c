// A customer that takes every callback at once. A process of its own that counts: it sends its port when it listens, and
// its count for every message from its parent.
import { createServer } from 'node:http'

const count = { messages: 0, lastAt: 0 }

const server = createServer((_, response) => {
  count.messages += 1
  count.lastAt = Date.now()
  response.writeHead(200, { 'content-length': 2 }).end('OK')
}).listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', () => process.send?.(count))
process.on('disconnect', () => process.exit(0))
