import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSink } from './sink.ts'

const message = {
  reference: '0'.repeat(32),
  channel: 'sms',
  to: '+12065550100',
  sender: null,
  text: 'Hello',
  parts: 1,
  scene: 2,
  attempt: 1,
  remote: null,
} as const

/** A sink that counts the submissions that reach it. */
async function countingSink() {
  let received = 0
  const server = createServer((request, response) => {
    received += 1
    request.resume().on('end', () => response.end(JSON.stringify([{ remoteIds: ['1'] }])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return { upstream: createSink(`http://127.0.0.1:${port}`), received: () => received }
}

test('a submission that was begun before the process stood still for long is not sent, on no connection', async () => {
  const { upstream, received } = await countingSink()
  const now = performance.now.bind(performance)
  let stoodStill = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStill)
  onTestFinished(() => clock.mockRestore())
  const late = async () => {
    const submitted = upstream.submit(message)
    stoodStill += 11_000
    return submitted
  }

  expect(await late()).toEqual({ kind: 'unreachable' })
  expect(await upstream.submit(message)).toEqual({ kind: 'accepted', remoteIds: ['1'] })
  // By now a connection is open and idle.
  expect(await late()).toEqual({ kind: 'unreachable' })
  expect(received()).toBe(1)
})
