import { decimalOf, ZERO } from '@hongyan/contract/money'
import { expect, test } from 'vitest'
import { isEnough, isInRange, moneyText, priceText, readAmount, sumOf, wireAmount, amountInput } from './amount.ts'

const read = (typed: string, currency: 'USD' | 'CNY' = 'USD') => {
  const amount = readAmount(typed, currency)
  return amount === null ? null : wireAmount(amount)
}

test.each([
  ['500', '500.00'],
  ['1,000.00', '1000.00'],
  ['1,234,567.8', '1234567.80'],
  ["1'000", '1000.00'],
  ['1 000', '1000.00'],
  ['１，０００．５０', '1000.50'],
  ['１００。５', '100.50'],
  [' 20 ', '20.00'],
  ['.5', '0.50'],
  ['5.', '5.00'],
  ['007', '7.00'],
  ['0', '0.00'],
])('the typed amount %s is parsed as %s', (typed, amount) => {
  expect(read(typed)).toBe(amount)
})

test('decimals beyond the cent are cut, never rounded', () => {
  expect(read('20.009')).toBe('20.00')
  expect(read('19.999999')).toBe('19.99')
  expect(read('0.0199')).toBe('0.01')
})

test('the sign and the code of the account’s currency are ignored, those of another are refused', () => {
  expect([read('$500'), read('500 USD'), read('USD 1,000.00')]).toEqual(['500.00', '500.00', '1000.00'])
  expect([read('￥500', 'CNY'), read('¥ 1,000', 'CNY'), read('500元', 'CNY')]).toEqual(['500.00', '1000.00', '500.00'])
  expect([read('¥500'), read('$500', 'CNY')]).toEqual([null, null])
})

test.each(['', '.', 'ten', '-5', '+5', '1e3', '1,00', '100,50', '1.000,00', '1.2.3', '1,0000', '0x10', '1'.repeat(40)])(
  'the text "%s" is not an amount',
  (typed) => {
    expect(readAmount(typed, 'USD')).toBeNull()
  },
)

test('an amount from one cent up can be submitted, even out of range', () => {
  expect(['0.009', '0', '0.01', '20'].map((typed) => isEnough(readAmount(typed, 'USD')))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(isEnough(null)).toBe(false)
})

test.each([
  ['USD', ['19.99', '20', '3000', '3000.01'], [false, true, true, false]],
  ['CNY', ['0.01', '20000', '20000.01'], [true, true, false]],
] as const)('the range of %s includes both ends', (currency, typed, within) => {
  expect(typed.map((each) => isInRange(readAmount(each, currency) ?? ZERO, currency))).toEqual(within)
})

test('shown money is cut from the exact digits', () => {
  expect(moneyText('1284.379200', 'USD')).toBe('$1,284.37')
  expect(moneyText('10000', 'CNY', 0)).toBe('¥10,000')
  expect([priceText('0.041200', 'USD'), priceText('0.050000', 'USD'), priceText('1.000000', 'CNY')]).toEqual([
    '$0.0412',
    '$0.05',
    '¥1',
  ])
})

test('the balance after a top-up is the exact sum', () => {
  const amount = readAmount('500', 'USD')
  expect(sumOf('1284.379200', amount)).toBe('1784.379200')
  expect(sumOf('-0.500000', readAmount('0.01', 'USD'))).toBe('-0.490000')
  expect(sumOf('1284.379200', null)).toBe('1284.379200')
  expect(amount === null ? '' : [decimalOf(amount), amountInput(amount)]).toEqual(['500.000000', '500.00'])
})
