import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { bareServer } from '../../test/bare-server.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import { buildServer } from './server.ts'

const STRANGERS = 100

test('a call with a session is answered before a crowd of strangers whose calls arrived before it', async () => {
  const always = { clock: systemClock, log: newLogger('silent'), available: () => true }
  const server = await buildServer({ ...bareServer(always), config: readConfig({}, '/nowhere') })
  server.get('/api/echo', async () => ({ ok: true }))
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo // it listens on a port
  const sockets = Array.from({ length: STRANGERS + 1 }, () => connect(port, '127.0.0.1'))
  for (let accepted = 0; accepted < sockets.length; accepted += 1) await once(server.server, 'connection')
  const answered: number[] = []
  const answers = sockets.map(async (socket, nr) => {
    await once(socket, 'data')
    answered.push(nr)
  })
  for (const [nr, socket] of sockets.entries()) {
    const cookie = nr < STRANGERS ? '' : 'Cookie: hy_session=some-token\r\n'
    socket.write(`GET /api/echo HTTP/1.1\r\nHost: a\r\n${cookie}\r\n`)
  }
  await Promise.all(answers)
  expect(answered.indexOf(STRANGERS)).toBeLessThan(STRANGERS / 2)
  for (const socket of sockets) socket.destroy()
  await server.close()
})
