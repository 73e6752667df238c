import { expect, test } from 'vitest'
import { unprovedPhone } from './phone-proof.ts'

test('the account’s own phone needs no code, however it is typed, and any other valid phone does', () => {
  const own = '+8613800138000'
  expect(['13800138000', '+86 138 0013 8000', '8613800138000'].map((typed) => unprovedPhone(typed, own))).toEqual([
    null,
    null,
    null,
  ])
  expect(unprovedPhone('139-0013-9000', own)).toBe('13900139000')
  expect(unprovedPhone('+12065550100', null)).toBe('+12065550100')
  expect([unprovedPhone('', own), unprovedPhone('12', own)]).toEqual([null, null])
})
