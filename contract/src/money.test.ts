import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalOf, micros, parseCut, parseMicros, placesOf, shownMoney, ZERO } from './money.ts'

const amounts = fc.bigInt(-(10n ** 20n), 10n ** 20n).map(micros)

test('an amount keeps its exact value on the wire', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(parseMicros(decimalOf(amount))).toBe(amount)
    }),
  )
})

test.each([
  [['1', '2.5', '-3.25'], 2],
  [['1', '2.125'], 4],
  [['0.0085', '0.000001'], 6],
  [[], 2],
])('the amounts %j need %d decimals', (amounts, places) => {
  expect(placesOf(amounts.map((amount) => parseMicros(amount) ?? ZERO))).toBe(places)
})

test('the shown digits are a prefix of the exact digits', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 6 }), (amount, decimals) => {
      const exact = decimalOf(amount)
      const shown = shownMoney(exact, decimals).replaceAll(',', '')
      expect(exact.startsWith(shown)).toBe(true)
    }),
  )
})

test.each([
  ['1284.379200', 2, '1,284.37'],
  ['1284.379200', 4, '1,284.3792'],
  ['0.999999', 2, '0.99'],
  ['-12.5', 2, '-12.50'],
  ['1000000', 0, '1,000,000'],
])('the amount %s with %i decimals is shown as %s', (exact, decimals, shown) => {
  expect(shownMoney(exact, decimals)).toBe(shown)
})

test.each(['', '1e3', '1,000', '１２', '0.0000001', '.5', '1.', ' 1', '0x10', 'NaN'])(
  'the text %j is not read as an amount',
  (text) => {
    expect(parseMicros(text)).toBeNull()
  },
)

test.each([
  ['20.009', '20.000000'],
  ['0.019', '0.010000'],
  ['20000.009', '20000.000000'],
  [88.1, '88.100000'],
  [0.1 + 0.2, '0.300000'],
  ['-5.999', '-5.990000'],
])('the requested amount %s is cut to %s', (asked, cut) => {
  const amount = parseCut(asked, 2)
  expect(amount === null ? null : decimalOf(amount)).toBe(cut)
})

test.each(['1e2', 1e21, 1e-7, '1,000', '１００', '', ' 1', '1.', '.5', '0x10', Number.NaN, Infinity, '9'.repeat(16)])(
  'the text %s is refused as a requested amount',
  (asked) => expect(parseCut(asked, 2)).toBeNull(),
)
