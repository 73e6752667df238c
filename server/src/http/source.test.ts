import { session } from '@hongyan/contract/endpoints/account/session'
import { expect, test } from 'vitest'
import { bareServer } from '../../test/bare-server.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import { sourceOf } from './console-api.ts'
import type { Source } from './implement.ts'
import { buildServer } from './server.ts'

test('the source of a call is plain data, so that a call that is over keeps no request in memory', async () => {
  const parts = bareServer({ clock: systemClock, log: newLogger('silent'), available: () => true })
  const server = await buildServer({ ...parts, config: readConfig({}, '/nowhere') })
  const sources: Source[] = []
  server.get('/api/echo', (request, reply) => {
    sources.push(sourceOf(request, session.end, null))
    void reply.send()
  })
  await server.inject({ url: '/api/echo', headers: { host: 'console.example.com' } })
  const [source] = sources
  expect(source).toMatchObject({ action: 'session.end', origin: 'http://console.example.com', device: null })
  const fields = Object.values(Object.getOwnPropertyDescriptors(source))
  expect(fields.filter((field) => !('value' in field))).toEqual([])
  await server.close()
})
