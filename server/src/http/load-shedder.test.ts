import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { bareServer } from '../../test/bare-server.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import { isOperators } from './load-shedding.ts'
import { buildServer } from './server.ts'

let server: FastifyInstance
let known: string[]
beforeEach(async () => {
  known = []
  const parts = bareServer({ clock: systemClock, log: newLogger('silent'), available: () => true })
  const shedder = { ...parts.shedder, know: (address: string) => void known.push(address) }
  server = await buildServer({ ...parts, shedder, config: readConfig({}, '/nowhere') })
})
afterEach(() => server.close())

test('the network of a provider whose webhook was accepted is known, and that of a refused one is not', async () => {
  server.post<{ Params: { status: string } }>(
    '/callbacks/:status',
    { config: { forPrograms: true } },
    async ({ params }, reply) => reply.code(Number(params.status)).send(),
  )
  await server.inject({ method: 'POST', url: '/callbacks/200', remoteAddress: '198.51.100.1' })
  await server.inject({ method: 'POST', url: '/callbacks/403', remoteAddress: '198.51.100.2' })
  expect(known).toEqual(['198.51.100.1'])
})

test('a probe makes no network known', async () => {
  server.get('/probe', { config: { forPrograms: true } }, async () => 'well')
  await server.inject({ url: '/probe', remoteAddress: '198.51.100.1' })
  expect(known).toEqual([])
})

test('private addresses and this machine’s own are the operator’s', () => {
  const addresses = ['127.0.0.1', '::1', '::ffff:10.2.3.4', '172.31.0.9', '192.168.1.1', 'fd00::1', 'fe80::1']
  expect(addresses.filter(isOperators)).toEqual(addresses)
})

test('addresses of the internet and none are not the operator’s', () => {
  const addresses = ['127.0.0.2', '8.8.8.8', '172.32.0.1', '::ffff:8.8.8.8', '2001:db8::1', '']
  expect(addresses.filter(isOperators)).toEqual([])
})
