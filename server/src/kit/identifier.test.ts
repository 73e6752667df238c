import { expect, test } from 'vitest'
import { homePhone, readIdentifier, spelling } from './identifier.ts'

test('an email address is the same in any case', () => {
  expect(readIdentifier(' Mei@Example.com ')).toEqual({ email: 'mei@example.com' })
})

test('a phone is the same in any notation', () => {
  for (const typed of ['+442079460018', '+44 (0)20 7946 0018', '+44 20-7946-0018']) {
    expect(spelling(readIdentifier(typed))).toBe('+442079460018')
  }
})

test('a phone without plus may belong to either partition', () => {
  expect(readIdentifier('2065550100')).toEqual({
    phones: [
      { phone: '+12065550100', partition: 'us' },
      { phone: '+862065550100', partition: 'cn' },
    ],
  })
  expect(homePhone('138 0013 8000', 'cn')).toBe('+8613800138000')
  expect(homePhone('+12065550100', 'cn')).toBe('+12065550100')
})

test('a text that is no number stays as typed, and matches no account', () => {
  expect(spelling(readIdentifier('+1'))).toBe('+1')
  expect(homePhone('12', 'us')).toBe('+112')
})
