import { expect, test } from 'vitest'
import { isNonce, isSigned, isTimely, readSendQuery, stringToSign, timestampMillis } from './signing.ts'

const read = (raw: string) => {
  const reply = readSendQuery(raw)
  if (!reply.ok) throw new Error(`${reply.code} ${reply.parameter}`)
  return reply.query
}
const now = new Date('2026-11-20T09:00:00Z')
const seconds = (offset: number) => String(now.getTime() / 1_000 + offset)

test('every parameter except the signature is signed, sorted by name, with decoded values', () => {
  const query = read('timestamp=1&signature=x&action=sms.message.send&nonce=a%2Db&accessKeyId=K&algorithm=hmac-sha256')
  expect(stringToSign(query)).toBe('accessKeyId=K&action=sms.message.send&algorithm=hmac-sha256&nonce=a-b&timestamp=1')
})

test('the hash of the body is part of the signed text', () =>
  expect(stringToSign(read('bodySha256=00&action=a'))).toBe('action=a&bodySha256=00'))

test('a form-encoded space and a percent-encoded space are the same', () =>
  expect(stringToSign(read('nonce=a+b'))).toBe(stringToSign(read('nonce=a%20b'))))

test('an unknown parameter is refused by name', () =>
  expect(readSendQuery('action=a&acton=b')).toEqual({ ok: false, code: 'restricted_params', parameter: 'acton' }))

test('a repeated parameter is refused, because it could be read in two ways', () =>
  expect(readSendQuery('action=a&action=b')).toEqual({ ok: false, code: 'invalid_request', parameter: 'action' }))

test('a value that cannot be decoded is refused', () =>
  expect(readSendQuery('nonce=%zz')).toEqual({ ok: false, code: 'invalid_request', parameter: 'nonce' }))

test('an empty query has no parameters and is unsigned', () => {
  expect(read('').size).toBe(0)
  expect(isSigned(read('accessKeyId=K'))).toBe(false)
  expect(isSigned(read('signature=x'))).toBe(true)
})

test('a timestamp below 1e11 is in seconds, all others are in milliseconds', () => {
  expect(timestampMillis('1700000000')).toBe(1_700_000_000_000)
  expect(timestampMillis('1700000000123')).toBe(1_700_000_000_123)
  expect(timestampMillis('99999999999')).toBe(99_999_999_999_000)
  expect(timestampMillis('100000000000')).toBe(100_000_000_000)
})

test.each(['1e9', '-1', '1.5', '', ' 1', '0x10', '1'.repeat(16), undefined])(
  'the text "%s" is not a timestamp',
  (timestamp) => expect(timestampMillis(timestamp)).toBeNull(),
)

test('a timestamp up to ten minutes off is accepted, one second more is refused', () => {
  expect([-601, -600, 0, 600, 601].map((offset) => isTimely(seconds(offset), now))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

test('a nonce has 1 to 64 characters', () =>
  expect(['', 'a', 'a'.repeat(64), 'a'.repeat(65), undefined].map(isNonce)).toEqual([false, true, true, false, false]))
