import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { links, noLinks, noPhones, phones } from './contacts-in-text.examples.ts'
import { hasLink } from './links-in-text.ts'
import { hasPhoneNumber } from './phones-in-text.ts'

test.each(phones)('“%s” has a phone number', (text) => expect(hasPhoneNumber(text)).toBe(true))
test.each(noPhones)('“%s” has no phone number', (text) => expect(hasPhoneNumber(text)).toBe(false))
test.each(links)('“%s” has a link', (text) => expect(hasLink(text)).toBe(true))
test.each(noLinks)('“%s” has no link', (text) => expect(hasLink(text)).toBe(false))

/** Times slower than usual that the machine is, as measured by the root's vitest.config.ts. */
const slowness = Number(process.env['PATIENCE'] ?? 1)

const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((list) => list.join(''))
const around = fc.constantFrom(
  ...([
    ['', ''],
    ['Your code is ', '.'],
    ['Use ', ' to sign in'],
    ['您的验证码是', '，请勿泄露'],
    ['【鸿雁】', '（5分钟内有效）'],
  ] as const),
)
const fullWidth = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
const spread = (text: string) => text.split('').join('\u200b')
const disguise = fc.constantFrom((text: string) => text, fullWidth, spread)

describe('the search for phone numbers', () => {
  test('passes every code of four to eight digits', () => {
    fc.assert(
      fc.property(digits(4, 8), around, disguise, (code, [before, after], hide) => {
        expect(hasPhoneNumber(before + hide(code) + after)).toBe(false)
      }),
    )
  })

  test('passes every amount below a billion, as English and Chinese texts write it', () => {
    const amount = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }))
    const written = fc.constantFrom(
      ([units]: [number, number]) => `$${units}`,
      ([units, cents]: [number, number]) => `${units.toLocaleString('en')}.${String(cents).padStart(2, '0')}`,
      ([units, cents]: [number, number]) => `￥${units.toLocaleString('en')}.${String(cents).padStart(2, '0')}`,
      ([units]: [number, number]) => `${units}元`,
    )
    fc.assert(
      fc.property(amount, written, around, (value, write, [before, after]) => {
        expect(hasPhoneNumber(before + write(value) + after)).toBe(false)
      }),
    )
  })

  test('finds every number of nine to fifteen digits, however it is grouped and disguised', () => {
    // A hyphen alone could make a date of the first digits.
    const separator = fc.constantFrom('', '', '', ' ', '–', ' - ', '·', ') ')
    const number = fc
      .tuple(fc.integer({ min: 1, max: 9 }), digits(8, 14), fc.array(separator, { minLength: 15, maxLength: 15 }))
      .map(([first, rest, gaps]) =>
        `${first}${rest}`
          .split('')
          .map((digit, at) => digit + (gaps[at] ?? ''))
          .join('')
          .trim(),
      )
    fc.assert(
      fc.property(number, around, disguise, (phone, [before, after], hide) => {
        expect(hasPhoneNumber(before + hide(phone) + after)).toBe(true)
      }),
    )
  })

  test('takes a time that grows with the length of the text', () => {
    const worst = ['1 '.repeat(1_000), '1,'.repeat(1_000), '1.'.repeat(1_000), 'a-'.repeat(1_000), 'call '.repeat(400)]
    for (const text of worst) {
      const started = performance.now()
      hasPhoneNumber(text)
      hasLink(text)
      expect(performance.now() - started).toBeLessThan(200 * slowness)
    }
  })
})
