import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { CredentialId } from '@hongyan/contract/ids'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { createSecretKey } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { DatabaseError } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patient } from '../../test/patience.ts'
import { readConfig } from '../config/config.ts'
import type { KnownCredential } from '../gateway/rules.ts'
import { systemClock } from '../kit/clock.ts'
import { newLogger } from '../kit/logger.ts'
import { CEILINGS, type Ceilings } from './ceilings.ts'
import { createLoadShedder } from './load-shedder.ts'
import { createKnownSessions } from './known-sessions.ts'
import { createOpenBodies } from './open-bodies.ts'
import { callerAddress } from './caller-address.ts'
import { type ActionCall, publicApi, type Usage } from './public-api.ts'
import { buildServer } from './server.ts'

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: unknown
}

const ASK = '/?action=echo&accessKeyId=known'
const credential = {
  id: 'c' as CredentialId, // no database checks it
  mode: AuthMode.Simple,
  type: CredentialType.Ordinary,
  scene: MessageScene.Notification,
  secret: createSecretKey(Buffer.from('secret')),
  hashKey: createSecretKey(Buffer.from('hash')),
  ip: null,
  rules: { account: 'a' },
} as KnownCredential // the send API itself reads none of the account's rules
const known = new Map([
  ['known', credential],
  ['hmac', { ...credential, mode: AuthMode.Hmac }],
])

const agent = new Agent({ keepAlive: true })
const logged: string[] = []
let server: FastifyInstance
let port: number
let up: boolean
let uses: Usage[]
let echo: (call: ActionCall) => Promise<object>

beforeEach(async () => {
  up = true
  uses = []
  logged.length = 0
  echo = async ({ body }) => ({ body: body ?? null })
  await start()
})
afterEach(() => server.close())

async function start(env: Record<string, string> = {}, ceilings: Ceilings = CEILINGS): Promise<void> {
  const config = readConfig(env, '/nowhere')
  const log = newLogger('error', { write: (line) => void logged.push(line) })
  const openBodies = createOpenBodies(ceilings)
  const always = { clock: systemClock, log, available: () => up, openBodies, ceilings }
  const sendApi = publicApi({
    ...always,
    addressOf: callerAddress(config.trustProxy),
    findCredential: async (key) => known.get(key) ?? null,
    actions: {
      echo: (call) => ({ admit: async () => ({ answer: JSON.stringify(await echo(call)), replayed: false }) }),
    },
    conclude: async () => null,
    used: (usage) => uses.push(usage),
    judged: () => undefined,
    count: () => undefined,
  })
  server = await buildServer({
    ...always,
    config,
    sendApi,
    sessions: createKnownSessions(),
    shedder: createLoadShedder(always.log),
  })
  server.post('/api/echo', async ({ body }) => ({ body }))
  await server.listen({ host: '127.0.0.1', port: 0 })
  const bound = server.server.address()
  port = typeof bound === 'object' && bound !== null ? bound.port : 0
}

function begin(path: string, options: RequestOptions = {}): ClientRequest {
  return request({ host: '127.0.0.1', port, path, method: 'POST', agent, ...options })
}

async function answerTo(asked: ClientRequest): Promise<Answer> {
  const [response] = (await once(asked, 'response')) as [IncomingMessage] // as the event is declared
  const { statusCode, headers, rawHeaders } = response
  const body = await text(response)
  return { status: statusCode, headers, rawHeaders, body: body === '' ? null : JSON.parse(body) }
}

const post = (path: string, body: string | Buffer = '{}', options: RequestOptions = {}): Promise<Answer> => {
  const asked = begin(path, options)
  asked.end(body)
  return answerTo(asked)
}

/** Writes raw bytes to the port and reads until the server closes the connection. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const echoed = (body: unknown) => ({ code: '0', message: 'Success', data: { body } })
const refused = (code: string, error: string) => ({
  code,
  message: expect.any(String),
  details: expect.objectContaining({ error, reason: expect.any(String) }),
})
/** The shape of every failure of the send API, with both request ids. */
const failure = (status: number, code: string, error: string) => ({
  status,
  body: refused(code, error),
  headers: expect.objectContaining({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-uni-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  }),
})

test('a response of the send API carries both request ids, is not stored and sets no cookie', async () => {
  const { status, headers, rawHeaders, body } = await post(ASK, '{"a":1}')
  expect([status, body]).toEqual([200, echoed({ a: 1 })])
  expect(rawHeaders).toContain('X-Uni-Request-Id')
  expect(headers['x-uni-request-id']).toBe(headers['x-request-id'])
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['content-security-policy']).toBeUndefined()
})

test.each(['/', '//', '/v1', '/v1/', '/%76%31'])('the send API responds at %s', async (path) => {
  expect(await post(ASK.replace('/', path))).toMatchObject({ status: 200, body: echoed({}) })
})

test.each(['/v2', '/v1/x', '/topup/result', '/callbacks/a/b', '///'])(
  'a POST to %s is not found, in the shape of the send API',
  async (path) => {
    expect(await post(path)).toMatchObject(failure(404, '104004', 'not_found'))
  },
)

test('the console keeps its own calls and every method but POST', async () => {
  expect(await post('/api/echo', '{"a":1}', { headers: { 'content-type': 'application/json' } })).toMatchObject({
    body: { body: { a: 1 } },
  })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const { body, headers } = await post('/', '', { method })
    expect(body).toMatchObject({ error: { code: 'not_found' } })
    expect(headers['x-uni-request-id']).toBeUndefined()
  }
})

test('a body of any content type is parsed as JSON', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/csv', 'nonsense']) {
    expect(await post(ASK, '{"a":1}', { headers: { 'content-type': type } })).toMatchObject({ body: echoed({ a: 1 }) })
  }
})

test('a body in chunks, and one that waits for 100 Continue, are read whole', async () => {
  const chunked = begin(ASK)
  for (const piece of ['{"a":', '"', '鸿雁', '"}']) chunked.write(piece)
  chunked.end()
  expect(await answerTo(chunked)).toMatchObject({ body: echoed({ a: '鸿雁' }) })

  const patient = begin(ASK, { headers: { expect: '100-continue', 'content-length': 7 } })
  patient.flushHeaders()
  await once(patient, 'continue')
  patient.end('{"a":1}')
  expect(await answerTo(patient)).toMatchObject({ body: echoed({ a: 1 }) })
})

test('a field named __proto__ is a field of the body and changes no object', async () => {
  let found: unknown
  echo = async ({ body }) => {
    found = body
    return {}
  }
  await post(ASK, '{"__proto__":{"admin":true}}')
  expect(Object.keys(found as object)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
})

test('one connection serves many requests', async () => {
  const one = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<number | undefined>()
  for (const path of [ASK, '/nowhere', ASK]) {
    const asked = begin(path, { agent: one })
    asked.end('{}')
    expect((await answerTo(asked)).headers.connection).toBe('keep-alive')
    ports.add(asked.socket?.localPort)
  }
  expect(ports.size).toBe(1)
})

test.each([
  ['a body that is no JSON', () => post(ASK, '{"a":'), [400, '104002', 'malformed_json']],
  [
    'a body nested a thousand deep',
    () => post(ASK, '['.repeat(1e3) + ']'.repeat(1e3)),
    [400, '104002', 'malformed_json'],
  ],
  ['a body just above 1 MB', () => post(ASK, Buffer.alloc(1_048_577, ' ')), [413, '104002', 'too_large']],
  ['a body of 4 MB', () => post(ASK, Buffer.alloc(4_194_304, ' ')), [413, '104002', 'too_large']],
  ['an address that cannot be decoded', () => post('/%E0%A4%A'), [400, '104002', 'unreadable']],
  ['a parameter that cannot be decoded', () => post('/?action=%E0%A4%A'), [400, '104002', 'invalid_request']],
  ['a request without a key', () => post('/?action=echo'), [401, '104110', 'missing_access_key']],
  [
    'a body of 4 MB with an unknown key',
    () => post('/?action=echo&accessKeyId=no', Buffer.alloc(4_194_304, ' ')),
    [401, '104111', 'invalid_access_key'],
  ],
  [
    'an unsigned request with a key in HMAC mode',
    () => post('/?action=echo&accessKeyId=hmac'),
    [401, '104201', 'unsigned_request'],
  ],
  [
    'a body of 4 MB with a wrong signature',
    () => post(`${ASK}&signature=x`, Buffer.alloc(4_194_304, ' ')),
    [401, '104201', 'invalid_signature'],
  ],
  ['an unknown action', () => post('/?action=x&accessKeyId=known'), [400, '104004', 'unknown_action']],
] as const)('%s is refused in the shape of the send API', async (_, asking, [status, code, error]) => {
  expect(await asking()).toMatchObject(failure(status, code, error))
})

test('a body of exactly 1 MB is accepted', async () => {
  expect((await post(ASK, Buffer.alloc(1_048_576, ' ').fill('{}', 0, 2))).status).toBe(200)
})

test('a body announced as far too large is refused before it arrives', async () => {
  const asked = begin(ASK, { headers: { 'content-length': 1e9 } })
  asked.flushHeaders()
  const answer = await answerTo(asked)
  expect(answer).toMatchObject(failure(413, '104002', 'too_large'))
  expect(answer.headers.connection).toBe('close')
})

test('bytes that are no request are answered in the shape of the side that they were meant for', async () => {
  const parsed = async (bytes: string): Promise<unknown> => {
    const answer = await raw(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*\r\nX-Request-Id: [0-9a-f-]{36}\r\n/)
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
  }
  const long = 'x'.repeat(20_000)
  expect(await parsed(`POST /?action=${long} HTTP/1.1\r\nHost: a\r\n\r\n`)).toEqual(refused('104002', 'too_large'))
  expect(await parsed('nonsense\r\n\r\n')).toEqual(refused('104002', 'unreadable'))
  const requestId = expect.any(String)
  const browsers = { error: { code: 'too_large', message: expect.any(String), side: 'customer', requestId } }
  expect(await parsed(`GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`)).toEqual(browsers)
  expect(await parsed(`POST /api/${long} HTTP/1.1\r\nHost: a\r\n\r\n`)).toEqual(browsers)
})

test('a body that does not arrive in time is refused in the shape of the send API', async () => {
  const answering = raw(`POST ${ASK} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`)
  const [{ socket }] = (await once(server.server, 'request')) as [IncomingMessage] // as the event is declared
  // Node looks for such requests every thirty seconds and reports them so.
  server.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  const answer = await answering
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(refused('104002', 'unreadable'))
})

test('while the database is down every response of the send API is a 503 in its own shape, to be repeated', async () => {
  up = false
  for (const path of [ASK, '/', '//', '/v1?action=echo', '/nowhere']) {
    const answer = await post(path)
    expect(answer).toMatchObject(failure(503, '101000', 'unavailable'))
    expect(answer.headers['retry-after']).toBe('1')
  }
  up = true
  expect((await post(ASK)).status).toBe(200)
})

test.each([
  ['a connection that the database drops', '57P01'],
  ['a full disk', '53100'],
])('%s is a 503, to be repeated', async (_, code) => {
  echo = async () => {
    throw Object.assign(new DatabaseError('the database failed', 0, 'error'), { code })
  }
  const answer = await post(ASK)
  expect(answer).toMatchObject(failure(503, '101000', 'unavailable'))
  expect(answer.headers['retry-after']).toBe('1')
})

/** Sends a request whose body of 9 bytes stops after so many. */
async function withhold(path: string, bytes: number, headers: Record<string, string> = {}): Promise<ClientRequest> {
  const begun = begin(path, { agent: false, headers: { ...headers, 'content-length': 9 } })
  begun.on('error', () => undefined)
  begun.flushHeaders()
  await once(server.server, 'request')
  begun.write(' '.repeat(bytes))
  return begun
}

test.each([
  ['of the send API', ASK, failure(503, '105300', 'busy')],
  ['of the console', '/api/echo', { status: 503, body: { error: { code: 'busy' } } }],
])('bodies %s that stop arriving are held up to a ceiling', async (_, path, refusal) => {
  await server.close()
  await start({}, { ...CEILINGS, bodyBytesPerAddress: 8 })
  const headers = { 'content-type': 'application/json' }
  const held = [await withhold(path, 4, headers), await withhold(path, 4, headers)]
  const whole = async () => (await post(path, '{}', { headers })).status
  const above = await withhold(path, 1, headers)
  expect(await answerTo(above)).toMatchObject(refusal)
  expect(await whole()).toBe(200)
  held.pop()?.destroy()
  await vi.waitFor(async () => {
    const begun = await withhold(path, 4, headers)
    begun.end('     ')
    expect((await answerTo(begun)).status).toBe(400)
  }, patient(5_000))
  held.pop()?.destroy()
})

test('connections above the ceiling of their address are refused, and another address connects', async () => {
  await server.close()
  await start({}, { ...CEILINGS, connectionsPerAddress: 2 })
  const connected = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    const [first] = await Promise.race([once(socket, 'connect'), once(socket, 'data')])
    return { socket, first }
  }
  const held = [await connected('127.0.0.1'), await connected('127.0.0.1')]
  const answer = await text(connect(port, '127.0.0.1'))
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\nConnection: close\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(refused('105300', 'busy'))
  expect(await post(ASK, '{}', { agent: false, localAddress: '127.0.0.2' })).toMatchObject({ status: 200 })
  for (const { socket } of held) socket.destroy()
  await vi.waitFor(async () => expect((await post(ASK, '{}', { agent: false })).status).toBe(200), patient(5_000))
})

/** Opens a connection, writes the bytes once the server has it, and collects the answer to its end. */
async function begun(
  bytes: string,
): Promise<{ readonly answer: Promise<string>; readonly end: (rest: string) => void }> {
  const socket = connect(port, '127.0.0.1')
  const [accepted] = (await once(server.server, 'connection')) as [Socket] // as the event is declared
  socket.write(bytes)
  await vi.waitFor(() => expect(accepted.bytesRead).toBe(bytes.length), patient(5_000))
  return { answer: text(socket), end: (rest) => socket.write(rest) }
}

describe('above the ceiling of all connections', () => {
  const HEAD = `POST ${ASK} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n`
  const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
  beforeEach(async () => {
    await server.close()
    await start({}, { ...CEILINGS, connections: 2 })
  })

  test('the request that began first and is not whole makes place for a new one', async () => {
    const oldest = await begun(HEAD)
    const next = await begun(`${HEAD}\r\n{`)
    expect(await post(ASK, '{}', { agent: false })).toMatchObject({ status: 200 })
    const answer = await oldest.answer
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\nConnection: close\r\n/)
    expect(bodyOf(answer)).toEqual(refused('105300', 'busy'))
    next.end('}')
    expect(await next.answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('a request without its whole body is refused in the shape of its side', async () => {
    const ofConsole = HEAD.replace(ASK, '/api/echo').replace('Host', 'Content-Type: application/json\r\nHost')
    const bodies = [await begun(`${ofConsole}\r\n{`), await begun(`${HEAD}\r\n{`)]
    const further = [await begun(HEAD), await begun(HEAD)]
    const answers = await Promise.all(bodies.map(async ({ answer }) => bodyOf(await answer)))
    const error = { code: 'busy', message: expect.any(String), side: 'us', requestId: expect.any(String) }
    expect(answers).toEqual([{ error }, refused('105300', 'busy')])
    for (const { end } of further) end('\r\n{}')
  })

  test('a connection between two requests makes place without a word', async () => {
    const idle = await begun(`${HEAD.replace('Connection: close\r\n', '')}\r\n{}`)
    const slow = await begun(HEAD)
    expect(await post(ASK, '{}', { agent: false })).toMatchObject({ status: 200 })
    expect(await idle.answer).toMatch(/^HTTP\/1\.1 200 [^]*"body":\{\}\}\}$/)
    slow.end('\r\n{}')
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('requests at work keep their connections, and a new one is refused', async () => {
    let work: () => void = () => undefined
    const working = new Promise<void>((resolve) => (work = resolve))
    echo = async () => {
      await working
      return {}
    }
    const both = [await begun(`${HEAD}\r\n{}`), await begun(`${HEAD}\r\n{}`)]
    expect(await text(connect(port, '127.0.0.1'))).toMatch(/^HTTP\/1\.1 503 /)
    work()
    for (const { answer } of both) expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})

test('the connections of a trusted proxy have no ceiling of their own', async () => {
  await server.close()
  await start({ TRUST_PROXY: '1' }, { ...CEILINGS, connectionsPerAddress: 1 })
  const both = await Promise.all([1, 2].map(() => post(ASK, '{}', { agent: false })))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
})

test('a bug is a 500 without detail, logged with the request id and without the body', async () => {
  echo = async () => {
    throw new Error('the reason is nobody’s business')
  }
  const answer = await post(ASK, '{"text":"a secret text"}')
  expect(answer).toMatchObject(failure(500, '101000', 'internal'))
  expect(JSON.stringify(answer.body)).not.toContain('business')
  expect(logged).toHaveLength(1)
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    requestId: answer.headers['x-request-id'],
    err: { message: 'the reason is nobody’s business' },
  })
  expect(logged[0]).not.toContain('secret text')
})

test('the caller’s address is the one behind the trusted proxies', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7, 198.51.100.2' }
  const seenWith = async (trustProxy?: string) => {
    await server.close()
    await start(trustProxy === undefined ? {} : { TRUST_PROXY: trustProxy })
    await post(ASK, '{}', { headers })
    return uses.at(-1)?.address
  }
  expect(await seenWith()).toBe('127.0.0.1')
  expect(await seenWith('1')).toBe('198.51.100.2')
  expect(await seenWith('2')).toBe('203.0.113.7')
  expect(await seenWith('127.0.0.0/8')).toBe('198.51.100.2')
  expect(await seenWith('loopback, 198.51.100.0/24')).toBe('203.0.113.7')
})

test('a server that closes finishes the requests at work, each as the last of its connection', async () => {
  let finish = (): void => undefined
  const working = new Promise<void>((started) => {
    echo = () =>
      new Promise((resolve) => {
        finish = () => resolve({ finished: true })
        started()
      })
  })
  const answering = post(ASK)
  await working
  const closed = server.close()
  await vi.waitUntil(() => !server.server.listening, patient(5_000))
  finish()
  const answer = await answering
  expect(answer).toMatchObject({ status: 200, body: { data: { finished: true } } })
  expect(answer.headers.connection).toBe('close')
  await closed
})

test('a request that arrives while the server closes is a 503 in the shape of the send API', async () => {
  const socket = connect(port, '127.0.0.1')
  const whole = `POST ${ASK} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`
  // The second request has begun when the response to the first one is there: both were in one packet.
  socket.write(whole + whole.slice(0, 20))
  await once(socket, 'data')
  const closed = server.close()
  await vi.waitUntil(() => !server.server.listening, patient(5_000))
  socket.write(whole.slice(20))
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 1\r\nConnection: close\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual(refused('101000', 'unavailable'))
  await closed
})

test('a client that hangs up during its request harms nobody', async () => {
  const asked = begin(ASK, { agent: false, headers: { 'content-length': 10 } })
  asked.on('error', () => undefined)
  asked.write('{')
  await once(server.server, 'request')
  asked.destroy()
  expect((await post(ASK)).status).toBe(200)
  expect(logged).toEqual([])
})
