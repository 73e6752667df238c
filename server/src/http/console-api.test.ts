import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { account } from '@hongyan/contract/endpoints/account/account'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { statistics } from '@hongyan/contract/endpoints/messaging/statistics'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newWorld, ORIGIN, type SignedIn, type World } from '../../test/world.ts'

let world: World
let owner: SignedIn
beforeAll(async () => {
  world = await newWorld()
  owner = await world.account()
})
afterAll(() => world.close())

const put = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'PUT',
    url: '/api/credentials',
    payload,
    headers: { cookie: owner.cookie, origin: ORIGIN, 'content-type': 'application/json', ...headers },
  })

const created = () => owner.call(credentials.list)

describe('replies', () => {
  const get = (url: string, accepts: string) =>
    world.app.inject({ url, headers: { cookie: owner.cookie, 'accept-encoding': accepts } })

  test('a reply of more than 1 KB is compressed for a caller that accepts it, and a smaller one is not', async () => {
    const plain = await get('/api/lookup/regions', 'identity')
    expect([plain.headers['content-encoding'], plain.rawPayload.length > 1024]).toEqual([undefined, true])
    for (const [accepts, unpack] of [
      ['gzip', gunzipSync],
      ['gzip, deflate, br', brotliDecompressSync],
    ] as const) {
      const packed = await get('/api/lookup/regions', accepts)
      expect(packed.headers['vary']).toContain('accept-encoding')
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    }
    const small = await get('/api/plugins', 'gzip, deflate, br')
    expect([small.headers['content-encoding'], small.rawPayload.length < 1024]).toEqual([undefined, true])
  })

  test('a compressed request is refused', async () => {
    const reply = await put(gzipSync('{"mode":2}'), { 'content-encoding': 'gzip' })
    expect([reply.statusCode, reply.json().error.code]).toEqual([400, 'malformed_json'])
  })
})

describe('bodies', () => {
  test.each([
    ['which ends too early', '{"mode":'],
    ['which is not JSON', 'mode=2'],
    ['which is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['which nests without end', `{"mode":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('a body %s is malformed', async (_, payload) => {
    const reply = await put(payload)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: { code: 'malformed_json' } })
  })

  test('a body of one megabyte is accepted, and one byte more is refused', async () => {
    const sized = (bytes: number) => `{"mode":2${' '.repeat(bytes - 10)}}`
    expect((await put(sized(1_048_577))).json()).toMatchObject({ error: { code: 'too_large' } })
    expect((await put(sized(1_048_577))).statusCode).toBe(413)
    expect((await put(sized(1_048_576))).statusCode).toBe(200)
  })

  test('a body of 16 KB is accepted from a caller without a session, and one byte more is refused', async () => {
    const signIn = async (bytes: number) => {
      const payload = `{"scene":"${'x'.repeat(bytes - 12)}"}`
      const headers = { 'content-type': 'application/json' }
      return (await world.app.inject({ method: 'POST', url: '/api/session', payload, headers })).statusCode
    }
    expect(await signIn(16_384)).toBe(400)
    expect(await signIn(16_385)).toBe(413)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a body with the content type %s is refused',
    async (type) => {
      const reply = await put('{"mode":2}', { 'content-type': type })
      expect(reply.statusCode).toBe(415)
      expect(reply.json()).toMatchObject({ error: { code: 'unsupported_media' } })
    },
  )

  test('a body without content lacks its first field', async () => {
    expect((await put('')).json()).toMatchObject({ error: { code: 'missing_params', field: 'mode' } })
  })

  test.each(['null', '[]', '"mode"', '7'])('a body with %s instead of an object is refused', async (payload) => {
    expect((await put(payload)).json()).toMatchObject({ error: { code: 'not_an_object' } })
  })

  test('a body cannot set a prototype', async () => {
    const reply = await put('{"mode":2,"__proto__":{"type":5}}')
    expect(reply.json()).toMatchObject({ error: { code: 'restricted_params', field: '__proto__' } })
  })

  test('a body sent to a call without fields is refused by its first field', async () => {
    const reply = await owner.ask(account.get, { query: { fields: 'all' } })
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'restricted_params', field: 'fields' } } })
  })
})

describe('writes', () => {
  test.each([
    ['no origin', ''],
    ['the origin of another site', 'https://evil.example'],
    ['the origin of another port', 'http://localhost:8080'],
    ['the origin of another scheme', 'https://localhost'],
    ['the origin of a sandboxed frame', 'null'],
  ])('a write with %s is refused before its body is read', async (_, origin) => {
    const before = await created()
    const headers = origin === '' ? {} : { origin }
    const reply = await world.app.inject({
      method: 'PUT',
      url: '/api/credentials',
      payload: '{"mode":',
      headers: { cookie: owner.cookie, 'content-type': 'application/json', ...headers },
    })
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ error: { code: origin === '' ? 'missing_origin' : 'wrong_origin' } })
    expect(await created()).toEqual(before)
  })

  test('a write without a session is refused before its body is read', async () => {
    const reply = await world.app.inject({
      method: 'PUT',
      url: '/api/credentials',
      payload: '{"mode":',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(401)
  })
})

describe('responses', () => {
  test('a response is never cached, and carries the request’s id', async () => {
    for (const answer of [await owner.ask(account.get), await world.visitor().ask(account.get)]) {
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) })
    }
  })

  test('a response with an error has one shape', async () => {
    const { status, headers, body } = await owner.ask(statistics.summary, { query: {} })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: {
        code: 'missing_params',
        message: '“period” is required. Add it to the request.',
        side: 'customer',
        field: 'period',
        requestId: headers['x-request-id'],
      },
    })
  })

  test('an error names the field in the language of the caller', async () => {
    const { body } = await owner.ask(statistics.summary, { query: {}, headers: { 'accept-language': 'zh-CN' } })
    expect(body).toMatchObject({ error: { message: '缺少参数“period”。请补充后重试。', field: 'period' } })
  })

  test.each([
    [{ 'accept-language': 'zh-TW,zh;q=0.9' }, '登录已过期。请重新登录。'],
    [{ 'accept-language': 'zh-CN', cookie: 'hy_locale=en' }, 'Your session expired. Sign in again.'],
    [{ cookie: 'hy_locale=zh-CN' }, '登录已过期。请重新登录。'],
    [{}, 'Your session expired. Sign in again.'],
  ])('a response uses the language of the caller with %o', async (headers, message) => {
    expect((await world.visitor().ask(account.get, { headers })).body).toMatchObject({ error: { message } })
  })

  test.each(['GET', 'POST', 'DELETE'] as const)(
    'a response %s at an unknown address returns "not found"',
    async (method) => {
      for (const url of ['/api/nothing', '/api/credentials/a/b', '/api/']) {
        const reply = await world.app.inject({ method, url, headers: { 'content-type': 'text/plain' }, payload: 'x' })
        expect(reply.statusCode).toBe(404)
        expect(reply.json()).toMatchObject({ error: { code: 'not_found' } })
      }
    },
  )

  test('a response with a server error names our side and shows no detail of it', async () => {
    const broken = await world.account()
    await world.db.updateTable('account').set({ time_zone: 'Moon/Tranquility' }).where('id', '=', broken.id).execute()
    const answer = await broken.ask(statistics.summary, { query: { period: '7d' } })
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain('Moon')
    expect(answer.body).toMatchObject({ error: { code: 'internal', side: 'us' } })
  })

  test('a response leaves out fields that the row does not name', async () => {
    const body = JSON.stringify(await owner.call(credentials.create, { body: { mode: AuthMode.Simple } }))
    expect(body).not.toContain('sealed')
  })
})
