import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareServer } from '../../test/bare-server.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import { answerProbes } from './health.ts'
import { buildServer } from './server.ts'
import { serveConsole } from './static.ts'

const asPerson = { accept: 'text/html,application/xhtml+xml' }
let folder: string
let server: FastifyInstance
let up = true

async function newServer(env: Record<string, string>): Promise<FastifyInstance> {
  const config = readConfig(env, folder)
  const always = { clock: systemClock, log: newLogger('silent'), available: () => up }
  const made = await buildServer({ ...bareServer(always), config })
  answerProbes(made, {
    standing: async () => ({ setAside: 0 }),
    examine: async () => [],
    metricsToken: null,
    isReady: async () => up,
    metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
  })
  await serveConsole(made, folder, config)
  made.get('/api/echo', async () => ({ ok: true }))
  made.delete('/api/echo/:id', async () => ({ ok: true }))
  made.post('/api/echo', async ({ body }) => body)
  made.get('/api/broken', async () => {
    throw new Error('the reason is nobody’s business')
  })
  return made
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hongyan-console-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), 'the console')
  writeFileSync(path.join(folder, 'login.html'), 'the sign-in page')
  writeFileSync(path.join(folder, 'docs.html'), 'the documentation')
  writeFileSync(path.join(folder, 'errors.html'), 'the dictionary of errors')
  writeFileSync(path.join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(folder, 'assets/main-abc.js'), 'export {}')
  writeFileSync(path.join(folder, 'assets/main-abc.js.br'), 'compressed')
  server = await newServer({})
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('a request has 15 seconds to arrive and its head 10, so that a slow one holds no connection', () => {
  expect(server.server).toMatchObject({ requestTimeout: 15_000, headersTimeout: 10_000 })
})

test.each(['/', '/sms/logs', '/credentials?page=2'])('%s serves the console, revalidated each time', async (url) => {
  const reply = await server.inject({ url, headers: asPerson })
  expect(reply.body).toBe('the console')
  expect(reply.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-type': 'text/html; charset=utf-8',
  })
})

test('the documentation is the server’s own, or redirects to the site of the reader’s language', async () => {
  const url = '/docs?from=console'
  expect((await server.inject({ url, headers: asPerson })).body).toBe('the documentation')

  const sites = { SITE_URL: 'https://www.example.com', SITE_URL_CN: 'https://www.example.cn' }
  const elsewhere = await newServer(sites)
  const ledTo = async (headers: Record<string, string>) =>
    (await elsewhere.inject({ url, headers: { ...asPerson, ...headers } })).headers['location']
  expect(await ledTo({})).toBe('https://www.example.com/docs')
  expect(await ledTo({ 'accept-language': 'zh-TW,en;q=0.5' })).toBe('https://www.example.cn/docs')
  expect(await ledTo({ 'accept-language': 'zh-CN', cookie: 'hy_locale=en' })).toBe('https://www.example.com/docs')
  const errors = await elsewhere.inject({ url: '/docs/errors/expired', headers: asPerson })
  expect(errors.body).toBe('the dictionary of errors')
  await elsewhere.close()
})

test('a page gives a browser a random visitor number for a year, once', async () => {
  const cookieOf = async (headers: Record<string, string>, url = '/') =>
    (await server.inject({ url, headers })).cookies.find(({ name }) => name === 'hy_visitor')
  const first = await cookieOf(asPerson)
  expect(first).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: true, maxAge: 365 * 24 * 60 * 60 })
  expect(first?.value).toMatch(/^[0-9a-f-]{36}$/)
  expect((await cookieOf(asPerson))?.value).not.toBe(first?.value)
  expect(await cookieOf({ ...asPerson, cookie: `hy_visitor=${first?.value ?? ''}` })).toBeUndefined()
  expect(await cookieOf({}, '/assets/main-abc.js')).toBeUndefined()
})

test.each([{ dnt: '1' }, { 'sec-gpc': '1' }])(
  'a browser that objects to tracking gets no visitor number: %o',
  async (headers) => {
    const { cookies } = await server.inject({ url: '/', headers: { ...asPerson, ...headers } })
    expect(cookies).toEqual([])
  },
)

test.each(['/login?scene=cnsl.required', '/signup', '/password-reset'])(
  'the sign-in page has an entry of its own: %s',
  async (url) => {
    expect((await server.inject({ url, headers: asPerson })).body).toBe('the sign-in page')
  },
)

test('an asset is cached for a year and sent compressed to a browser that accepts it', async () => {
  const plain = await server.inject({ url: '/assets/main-abc.js' })
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.body).toBe('export {}')
  const small = await server.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(small.body).toBe('compressed')
})

test.each([
  ['/assets/gone.js', asPerson],
  ['/api/nothing', asPerson],
  ['/nothing', { accept: 'application/json' }],
  ['/../package.json', { accept: '*/*' }],
])('%s is not found, in JSON', async (url, headers) => {
  const reply = await server.inject({ url, headers })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({
    error: {
      code: 'not_found',
      message: expect.any(String),
      side: 'customer',
      requestId: reply.headers['x-request-id'],
    },
  })
})

test('a body that is no JSON, too large or of another type is refused by name', async () => {
  const post = async (payload: string, type = 'application/json') => {
    const reply = await server.inject({ url: '/api/echo', method: 'POST', payload, headers: { 'content-type': type } })
    return [reply.statusCode, reply.json<{ error: { code: string } }>().error.code]
  }
  expect(await post('{"a":')).toEqual([400, 'malformed_json'])
  expect(await post(JSON.stringify('x'.repeat(1024 * 1024)))).toEqual([413, 'too_large'])
  expect(await post('a,b', 'text/csv')).toEqual([415, 'unsupported_media'])
})

test.each(['%E0%A4%A', 'x'.repeat(101)])('an unreadable address is refused in the same shape: %s', async (id) => {
  const reply = await server.inject({
    method: 'DELETE',
    url: `/api/echo/${id}`,
    headers: { 'accept-language': 'zh-CN' },
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(reply.json()).toEqual({
    error: {
      code: 'unreadable',
      message: expect.stringMatching(/\p{Script=Han}/u),
      side: 'customer',
      requestId: reply.headers['x-request-id'],
    },
  })
})

test('no odd address makes the server fail', async () => {
  const odd = await newServer({})
  await odd.listen({ host: '127.0.0.1', port: 0 })
  const { port } = odd.server.address() as AddressInfo // it listens on a port
  const statusOf = async (target: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nConnection: close\r\n\r\n`)
    return Number((await text(socket)).slice(9, 12))
  }
  for (const target of ['//[', '//[::', '//', '/\\[', '//%5B', '/api//[', '/assets//[', 'http://[', '*', '/?a=[']) {
    expect([target, await statusOf(target)]).toEqual([target, expect.toBeOneOf([200, 400, 404])])
  }
  await odd.close()
})

test('a server stops although connections are open on which nothing came', async () => {
  const stopping = await newServer({})
  await stopping.listen({ host: '127.0.0.1', port: 0 })
  const { port } = stopping.server.address() as AddressInfo // it listens on a port
  const silent = connect(port, '127.0.0.1').resume()
  await once(stopping.server, 'connection')
  const closed = once(silent, 'close')
  await stopping.close()
  await closed
})

test('a bug returns 500 without detail', async () => {
  const reply = await server.inject({ url: '/api/broken' })
  expect(reply.statusCode).toBe(500)
  expect(reply.body).not.toContain('business')
  expect(reply.json()).toMatchObject({ error: { code: 'internal' } })
})

test('without the database calls return 503 while pages and probes still respond', async () => {
  up = false
  try {
    const call = await server.inject({ url: '/api/echo' })
    expect(call.statusCode).toBe(503)
    expect(call.headers['retry-after']).toBe('1')
    expect(call.json()).toMatchObject({ error: { code: 'unavailable' } })
    expect((await server.inject({ url: '/', headers: asPerson })).body).toBe('the console')
    expect((await server.inject({ url: '/healthz' })).json()).toEqual({ status: 'live' })
    expect((await server.inject({ url: '/readyz' })).statusCode).toBe(503)
  } finally {
    up = true
  }
  expect((await server.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready', setAside: 0 })
})

test('metrics are sent as text', async () => {
  const reply = await server.inject({ url: '/metrics' })
  expect(reply.body).toBe('up 1\n')
  expect(reply.headers['content-type']).toContain('text/plain')
})

test('only our own scripts run, and browsers insist on https only where the server is reached by it', async () => {
  const { headers } = await server.inject({ url: '/', headers: asPerson })
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).toContain('https://www.gravatar.com')
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect(headers['strict-transport-security']).toBeUndefined()

  const secure = await newServer({ PUBLIC_URL: 'https://console.example.com', AVATAR_URL: 'none' })
  const answer = await secure.inject({ url: '/', headers: asPerson })
  await secure.close()
  expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests')
  expect(answer.headers['content-security-policy']).not.toContain('gravatar')
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
})

test('headers that concern pages are sent with pages and images alone', async () => {
  const ofPages = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy']
  for (const [url, isPage] of [
    ['/', true],
    ['/mark.svg', true],
    ['/assets/main-abc.js', false],
    ['/healthz', false],
    ['/api/echo', false],
  ] as const) {
    const { headers } = await server.inject({ url, headers: asPerson })
    const found = ofPages.filter((name) => headers[name] !== undefined)
    expect({ url, found, type: headers['x-content-type-options'] ?? 'none' }).toEqual({
      url,
      found: isPage ? ofPages : [],
      type: url === '/healthz' ? 'none' : 'nosniff',
    })
  }
})

test('Stripe’s script, frames and API are allowed only where cards are typed into its fields', async () => {
  const policyOf = async (env: Record<string, string>) => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    const made = await newServer({ PUBLIC_URL: 'https://console.example.com', AVATAR_URL: 'none', ...stripe, ...env })
    const { headers } = await made.inject({ url: '/', headers: asPerson })
    await made.close()
    return String(headers['content-security-policy'])
  }
  const policy = await policyOf({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
  expect(policy).toContain("frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;")
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
  for (const env of [{}, { STRIPE_PUBLISHABLE_KEY: 'pk_test_1', CARD_RAW: '1' }]) {
    expect(await policyOf(env)).not.toContain('stripe')
  }
})
