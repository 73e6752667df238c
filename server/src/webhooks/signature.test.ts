import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { isSignedBy, newSecret, signatureHeaders } from './signature.ts'

interface Vector {
  readonly id: string
  readonly now: number
  readonly secrets: { readonly A: string; readonly B: string }
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly expected: { readonly with_A: string; readonly with_B: string }
}

const file = new URL('../../../contract/vectors/standard-webhooks.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as readonly Vector[]

const at = new Date('2026-11-20T09:00:00.999Z')
const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'
const body = '{"text":"结果 🪿"}'

interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const signed = (...secrets: readonly string[]): Request => ({
  headers: Object.fromEntries(signatureHeaders({ id, at, body, secrets })),
  body,
})

const withHeader = ({ headers, body: text }: Request, name: string, value: string): Request => ({
  headers: { ...headers, [name]: value },
  body: text,
})

/** The verdict of npm standardwebhooks, at a moment. */
function library(secret: string, request: Request, now: Date): boolean {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  try {
    new Webhook(secret).verify(request.body, { ...request.headers })
    return true
  } catch {
    return false
  } finally {
    vi.useRealTimers()
  }
}

/** The verdict of a verifier written from the text of Standard Webhooks 1.0 alone. */
function own(secret: string, { headers, body: text }: Request, now: Date): boolean {
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!/^\d+$/.test(timestamp)) return false
  if (Math.abs(Math.floor(now.getTime() / 1_000) - Number(timestamp)) > 300) return false
  const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const expected = mac.update(`${headers['webhook-id']}.${timestamp}.${text}`).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return one.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const verdicts = (secret: string, request: Request, now = at): readonly boolean[] => [
  library(secret, request, now),
  own(secret, request, now),
  isSignedBy(secret, request.headers, Buffer.from(request.body), now),
]

test('a signed request is accepted, and nothing that is altered', () => {
  const secret = newSecret()
  const request = signed(secret)
  expect(verdicts(secret, request)).toEqual([true, true, true])
  for (const forged of [
    { ...request, body: body.replace('结', '果') },
    withHeader(request, 'webhook-id', 'msg_other'),
    withHeader(request, 'webhook-timestamp', String(Math.floor(at.getTime() / 1_000) + 1)),
    withHeader(request, 'webhook-signature', `v1,${Buffer.alloc(32).toString('base64')}`),
    withHeader(request, 'webhook-signature', ''),
  ]) {
    expect(verdicts(secret, forged)).toEqual([false, false, false])
  }
  expect(verdicts(newSecret(), request)).toEqual([false, false, false])
})

test('a request is accepted for five minutes', () => {
  const secret = newSecret()
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
  expect(verdicts(secret, signed(secret), later(299))).toEqual([true, true, true])
  expect(verdicts(secret, signed(secret), later(302))).toEqual([false, false, false])
})

test('during a rotation the receiver of either secret accepts', () => {
  const [fresh, old] = [newSecret(), newSecret()]
  const request = signed(fresh, old)
  expect([...verdicts(fresh, request), ...verdicts(old, request)]).toEqual([true, true, true, true, true, true])
})

test('an unsigned request has an id and a time, and no signature', () => {
  expect(signatureHeaders({ id, at, body, secrets: [] })).toEqual([
    ['webhook-id', id],
    ['webhook-timestamp', '1795165200'],
  ])
})

test('a secret is 32 random bytes in the notation of Standard Webhooks', () => {
  const secrets = Array.from({ length: 50 }, newSecret)
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(new Set(secrets).size).toBe(50)
})

test.each(vectors)('the verdict on the vector $id is that of its source', (vector) => {
  const { headers, body: text, secrets, expected, now } = vector
  const request = { headers, body: text }
  const moment = new Date(now * 1_000)
  expect(own(secrets.A, request, moment)).toBe(expected.with_A === 'accept')
  expect(own(secrets.B, request, moment)).toBe(expected.with_B === 'accept')
  expect(isSignedBy(secrets.A, headers, Buffer.from(text), moment)).toBe(expected.with_A === 'accept')
  expect(isSignedBy(secrets.B, headers, Buffer.from(text), moment)).toBe(expected.with_B === 'accept')
  if (vector.id !== 'valid' && vector.id !== 'two_secrets') return
  const order = vector.id === 'valid' ? [secrets.A] : [secrets.B, secrets.A]
  const made = signatureHeaders({ id: headers['webhook-id'] ?? '', at: moment, body: text, secrets: order })
  expect(Object.fromEntries(made)).toEqual(headers)
})
