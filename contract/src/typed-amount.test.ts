import { expect, test } from 'vitest'
import { decimalOf } from './money.ts'
import { readAmount } from './typed-amount.ts'

const read = (typed: string, currency: 'USD' | 'CNY' = 'USD') => {
  const amount = readAmount(typed, currency)
  return amount === null ? null : decimalOf(amount).slice(0, -4)
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

test.each([
  '',
  '.',
  'ten',
  '12,5',
  '1 00',
  '١٢',
  '-5',
  '+5',
  '1e3',
  '1,00',
  '100,50',
  '1.000,00',
  '1.2.3',
  '1,0000',
  '0x10',
  '1'.repeat(40),
])('the text "%s" is not an amount', (typed) => {
  expect(read(typed)).toBeNull()
})

test('a filter reads all six decimals', () => {
  expect([readAmount('0.0085', 'USD', 6), readAmount('0.00850099', 'USD', 6)]).toEqual([8_500n, 8_500n])
})
