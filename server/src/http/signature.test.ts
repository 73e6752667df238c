import { createHash, createHmac, createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readSendQuery, type SendQuery, stringToSign } from '@hongyan/contract/public-api/signing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bodyFault, signatureFault, type SignatureFault, type SignedRequest } from './signature.ts'

const secret = 's3cr3tKeyForTests0123456789'
const now = new Date(1_700_000_000_000)
/** The query of a request without its signature. */
const queryWith = (timestamp: number | string) =>
  `action=sms.message.send&accessKeyId=MvMa9eLy3BBpZqTj49vuAB&algorithm=hmac-sha256&timestamp=${timestamp}&nonce=e1098a414d09d2f6`
const body = Buffer.from('{"to":"+12065550100","text":"Hello"}')

function queryOf(raw: string) {
  const read = readSendQuery(raw)
  if (!read.ok) throw new Error(`${read.code}: ${read.parameter}`)
  return read.query
}
const verify = (raw: string, at = now) => verifyBoth(queryOf(raw), body, { secret, now: at })

function verifyBoth(
  query: SendQuery,
  rawBody: Buffer,
  signed: Pick<SignedRequest, 'secret' | 'now'>,
): SignatureFault['code'] | 'ok' {
  return (signatureFault({ query, ...signed }) ?? bodyFault(query, rawBody))?.code ?? 'ok'
}
const sign = (raw: string, encoding: 'base64' | 'hex' = 'hex') =>
  `${raw}&signature=${encodeURIComponent(
    createHmac('sha256', secret)
      .update(stringToSign(queryOf(raw)))
      .digest(encoding),
  )}`

test.each([
  [1_700_000_000_123, 'KfcrC%2FZuJgb9postCgOABKelFHE0kPLe1XGz96a80SE%3D'],
  [1_700_000_000_123, '29f72b0bf66e2606fda68b2d0a038004a7a514713490f2ded571b3f7a6bcd121'],
  [1_700_000_000, '2VI19KNljXCjJztiiONWtV2GyvRA+xM32v7e2uVqwPU='],
  [1_700_000_000, '2VI19KNljXCjJztiiONWtV2GyvRA%2BxM32v7e2uVqwPU%3D'],
  [1_700_000_000, 'd95235f4a3658d70a3273b6288e356b55d86caf440fb1337dafededae56ac0f5'],
  [1_700_000_000, 'D95235F4A3658D70A3273B6288E356B55D86CAF440FB1337DAFEDEDAE56AC0F5'],
])('at %i the signature %s is valid', (timestamp, signature) =>
  expect(verify(`${queryWith(timestamp)}&signature=${signature}`)).toBe('ok'),
)

test('a key object signs like the secret that it was made from', () => {
  const key = createSecretKey(secret, 'utf8')
  expect(signatureFault({ query: queryOf(sign(queryWith(1_700_000_000))), secret: key, now })).toBeNull()
})

test('a signature with another secret is refused', () => {
  const query = queryOf(sign(queryWith(1_700_000_000)))
  expect(signatureFault({ query, secret: `${secret}x`, now })).toEqual({
    code: 'invalid_signature',
    field: 'signature',
  })
})

test.each(['', 'abc', '00'.repeat(31), '00'.repeat(32), 'é'.repeat(64), `${'A'.repeat(43)}=`, 'A'.repeat(44)])(
  'the signature "%s" is refused',
  (signature) =>
    expect(verify(`${queryWith(1_700_000_000)}&signature=${encodeURIComponent(signature)}`)).toBe('invalid_signature'),
)

test('a stale or unreadable timestamp is distinguished from a wrong signature', () => {
  const raw = sign(queryWith(1_700_000_000))
  expect(verify(raw, new Date(now.getTime() + 600_000))).toBe('ok')
  expect(verify(raw, new Date(now.getTime() + 600_001))).toBe('invalid_signature_timestamp')
  expect(verify(sign(queryWith('soon')))).toBe('invalid_signature_timestamp')
})

test('a request without algorithm or nonce is refused', () => {
  expect(verify(sign('action=a&accessKeyId=K&timestamp=1700000000&nonce=n'))).toBe('invalid_signature')
  expect(verify(sign('action=a&accessKeyId=K&timestamp=1700000000&algorithm=hmac-sha256'))).toBe('invalid_signature')
  expect(verify(sign(`${queryWith(1_700_000_000)}${'0'.repeat(64)}`))).toBe('invalid_signature')
})

test('the fault of a signed request names the parameter and the rule that it breaks', () => {
  const faultOf = (raw: string) => {
    const query = queryOf(raw)
    const fault = signatureFault({ query, secret, now }) ?? bodyFault(query, body)
    return fault && [fault.field, fault.rule]
  }
  const signed = sign(queryWith(1_700_000_000))
  expect(faultOf(signed.replace('hmac-sha256', 'hmac-sha1'))).toEqual(['algorithm', 'signature_algorithm'])
  expect(faultOf(signed.replace(/nonce=[^&]*/, 'nonce='))).toEqual(['nonce', 'signature_nonce'])
  expect(faultOf(`${queryWith(1_700_000_000)}&signature=abc`)).toEqual(['signature', 'signature_format'])
  expect(faultOf(sign(queryWith('soon')))).toEqual(['timestamp', undefined])
  expect(faultOf(`${queryWith(1_700_000_000)}&signature=${'0'.repeat(64)}`)).toEqual(['signature', undefined])
  expect(faultOf(sign(`${queryWith(1_700_000_000)}&bodySha256=x`))).toEqual(['bodySha256', 'signature_body'])
})

test('a named body hash must be the hash of the received bytes', () => {
  const hash = createHash('sha256').update(body).digest('hex')
  expect(verify(sign(`${queryWith(1_700_000_000)}&bodySha256=${hash}`))).toBe('ok')
  expect(verify(sign(`${queryWith(1_700_000_000)}&bodySha256=${hash.toUpperCase()}`, 'base64'))).toBe('ok')
  expect(verify(sign(`${queryWith(1_700_000_000)}&bodySha256=${'0'.repeat(64)}`))).toBe('invalid_signature')
  expect(verify(sign(`${queryWith(1_700_000_000)}&bodySha256=x`))).toBe('invalid_signature')
})

const vectors = new URL('../../../contract/vectors/send-api-signatures.json', import.meta.url)

describe('published clients', () => {
  const Row = z.object({
    id: z.string(),
    now: z.number().optional(),
    secret: z.string().optional(),
    expected: z.string().optional(),
    string_to_sign: z.string().optional(),
    request: z.object({ url: z.string(), body: z.string() }),
  })
  const File = z.object({ vectors: z.array(z.unknown()), unconfirmed: z.array(z.unknown()) })
  const file = File.parse(JSON.parse(readFileSync(vectors, 'utf8')))
  const rows = [...file.vectors, ...file.unconfirmed]
    .map((row) => Row.parse(row))
    // Clients encode a key id with special characters in different ways.
    // Real key ids have only letters and digits.
    .filter(({ id }) => !id.endsWith('/odd-key-id'))

  const verdictOf = (expected = 'accept') => {
    if (expected.startsWith('reject: 104201')) return 'invalid_signature'
    return expected.startsWith('reject: 104202') ? 'invalid_signature_timestamp' : 'ok'
  }

  test.each(rows)(
    'the request $id gets the expected verdict',
    ({ id, now: at, secret: key = secret, expected, string_to_sign, request }) => {
      const query = queryOf(request.url.slice(request.url.indexOf('?') + 1))
      if (string_to_sign) expect(stringToSign(query)).toBe(string_to_sign)
      const verdict = verifyBoth(query, Buffer.from(request.body), { secret: key, now: new Date((at ?? 0) * 1_000) })
      // An unsigned request is for simple mode alone; in HMAC mode it is refused.
      expect(verdict).toBe(id === 'send-api/simple-mode' ? 'invalid_signature' : verdictOf(expected))
    },
  )

  test('the requests of published clients are complete', () => expect(rows.length).toBeGreaterThanOrEqual(17))
})
