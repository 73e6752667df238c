import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fullName, maskEmail, maskPhone, shortId } from './account.ts'

describe('the short id', () => {
  test('drops dashes and zero padding and is in capitals', () => {
    expect(shortId('00000000-0000-0000-0000-00000001a2b3')).toBe('1A2B3')
    expect(shortId('00000000-0000-0000-0000-00ffffffffff')).toBe('FFFFFFFFFF')
  })

  test('is never empty', () => {
    expect(shortId('00000000-0000-0000-0000-000000000000')).toBe('0')
  })

  test('names one account only', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(shortId(id).padStart(32, '0').toLowerCase()).toBe(id.replaceAll('-', ''))
      }),
    )
  })
})

test.each([
  ['mei@example.com', 'm***@example.com'],
  ['m@example.com', 'm***@example.com'],
])('the email address %s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

describe('a masked phone', () => {
  test.each([
    ['13800138000', '13*******00'],
    ['+12065550100', '+12*******00'],
    ['123456', '1****6'],
    ['12', '**'],
  ])('%s becomes %s', (phone, masked) => {
    expect(maskPhone(phone)).toBe(masked)
  })

  test('keeps the length and hides about two thirds of the digits', () => {
    const phones = fc.stringMatching(/^\+?[1-9]\d{5,14}$/)
    fc.assert(
      fc.property(phones, (phone) => {
        const masked = maskPhone(phone)
        const digits = phone.replace('+', '').length
        const hidden = masked.split('*').length - 1
        expect(masked).toHaveLength(phone.length)
        expect(Math.abs(hidden - (digits * 2) / 3)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test.each([
  ['Mei', 'Tan', 'Mei Tan'],
  ['嘉禾', '陈', '陈嘉禾'],
  ['Mei', '', 'Mei'],
  ['', ' Tan ', 'Tan'],
  ['', '', ''],
])('the first name "%s" and the last name "%s" make the full name "%s"', (first, last, full) => {
  expect(fullName(first, last)).toBe(full)
})
