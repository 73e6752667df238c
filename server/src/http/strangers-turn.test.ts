import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { session } from '@hongyan/contract/endpoints/account/session'
import { AccountId, SessionId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { bareServer } from '../../test/bare-server.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import { buildServer } from './server.ts'
import { sessionGuard } from './session-guard.ts'

const STRANGERS = 100

const OWN = 'own-token'
const id = '0199a000-0000-7000-8000-000000000001'
const caller = { account: AccountId.parse(id), session: SessionId.parse(id), suspended: false }

test('a call of a session that was found before is answered before a crowd with made-up sessions that came first', async () => {
  const always = { clock: systemClock, log: newLogger('silent'), available: () => true }
  const parts = bareServer(always)
  const server = await buildServer({ ...parts, config: readConfig({}, '/nowhere') })
  const callerByToken = async (token: string) => (token === OWN ? caller : null)
  const guard = sessionGuard({ callerByToken, sessions: parts.sessions, shedder: parts.shedder, origin: null })
  server.get('/api/echo', (request) => guard(request, session.end).then((found) => ({ known: found !== null })))
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo // it listens on a port
  const headers = { cookie: `hy_session=${OWN}` }
  expect((await server.inject({ url: '/api/echo', headers })).json()).toEqual({ known: true })
  const sockets = Array.from({ length: STRANGERS + 1 }, () => connect(port, '127.0.0.1'))
  for (let accepted = 0; accepted < sockets.length; accepted += 1) await once(server.server, 'connection')
  const answered: number[] = []
  const answers = sockets.map(async (socket, nr) => {
    await once(socket, 'data')
    answered.push(nr)
  })
  for (const [nr, socket] of sockets.entries()) {
    const token = nr < STRANGERS ? `made-up-${nr}` : OWN
    socket.write(`GET /api/echo HTTP/1.1\r\nHost: a\r\nCookie: hy_info=a; hy_session=${token}\r\n\r\n`)
  }
  await Promise.all(answers)
  expect(answered.indexOf(STRANGERS)).toBeLessThan(STRANGERS / 2)
  for (const socket of sockets) socket.destroy()
  await server.close()
})
