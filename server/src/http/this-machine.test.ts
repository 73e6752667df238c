import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newWorld, type World } from '../../test/world.ts'

let world: World
let guarded: World
const token = 'a token of 24 characters'
beforeAll(async () => {
  ;[world, guarded] = await Promise.all([newWorld({ TRUST_PROXY: '1' }), newWorld({ METRICS_TOKEN: token })])
})
afterAll(() => Promise.all([world.close(), guarded.close()]))

const pages = [
  '/sandbox/inbox',
  '/sandbox/checkout/none',
  '/sandbox/authenticate/none',
  '/sandbox/services/stripe/v1/none',
]
const ask = (url: string, headers: Record<string, string>) =>
  world.app.inject({ url, headers: { accept: 'application/json', ...headers } })

const strangers: readonly Record<string, string>[] = [
  { host: 'attacker.example' },
  { host: 'localhost.attacker.example:3000' },
  { host: '127.0.0.1.attacker.example' },
  { host: '192.168.1.7:3000' },
  { host: 'localhost', 'x-forwarded-for': '203.0.113.7' },
  { host: 'localhost', 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
  { host: 'localhost', 'x-forwarded-host': 'console.example.com' },
  { host: 'localhost', forwarded: 'for=127.0.0.1' },
  { host: 'localhost', via: '1.1 proxy' },
  { host: 'localhost', 'x-real-ip': '203.0.113.7' },
]

describe.each(pages)('%s', (page) => {
  test.each(strangers)('does not exist for a request with %o', async (headers) => {
    const reply = await ask(page, headers)
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ error: { code: 'not_found' } })
  })
})

test.each<Record<string, string>>([
  { host: 'localhost:3000' },
  { host: '127.0.0.1:3000' },
  { host: '[::1]:3000' },
  { host: 'localhost', 'x-forwarded-for': '127.0.0.9, ::1' },
])('the inbox exists for a request with %o', async (headers) => {
  expect((await ask('/sandbox/inbox', headers)).statusCode).toBe(200)
})

test('without METRICS_TOKEN the metrics exist for this machine alone', async () => {
  expect((await ask('/metrics', { host: 'localhost' })).statusCode).toBe(200)
  for (const headers of strangers) expect((await ask('/metrics', headers)).statusCode).toBe(404)
  const reply = await world.app.inject({
    url: '/metrics',
    headers: { host: 'localhost' },
    remoteAddress: '203.0.113.7',
  })
  expect(reply.statusCode).toBe(404)
})

test('with METRICS_TOKEN the metrics need it, from wherever they are read', async () => {
  const read = (authorization?: string) =>
    guarded.app.inject({
      url: '/metrics',
      headers: { host: 'metrics.example', ...(authorization !== undefined && { authorization }) },
      remoteAddress: '203.0.113.7',
    })
  expect((await read(`Bearer ${token}`)).body).toContain('process_cpu')
  expect((await read(`bearer ${token}`)).statusCode).toBe(200)
  for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`]) {
    const reply = await read(wrong)
    expect([wrong, reply.statusCode, reply.headers['www-authenticate']]).toEqual([wrong, 401, 'Bearer'])
    expect(reply.body).not.toContain('process_cpu')
  }
})
