import { once } from 'node:events'
import { createServer } from 'node:net'
import { below } from './random.ts'

/**
 * Below the ports that Linux gives to connections and to servers without one of their own (32768 and above), so that no
 * other process is given a port of these before the test's server listens on it, or between two of its lives.
 */
const FIRST = 20_000
const PORTS = 12_000

/** Returns a free port that Linux gives to no process by itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + below(Math.random, PORTS)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (!isFree) continue
    await once(server, 'close')
    return port
  }
}
