import { expect, test } from 'vitest'
import { decimalsOf, moneyText, readAmount, toCents, written } from './money.ts'

test('figures that sum up have as many decimals as leave none of them cut', () => {
  expect(decimalsOf(['1.000000', '0.120000'])).toBe(2)
  expect(decimalsOf(['1.000000', '0.008500'])).toBe(4)
  expect(decimalsOf(['0.000001'])).toBe(6)
})

test('the sign stands before the currency’s, and digits are cut', () => {
  expect([moneyText('1234.569000', 'USD'), moneyText('-0.019000', 'CNY'), moneyText('2.008500', 'USD', 4)]).toEqual([
    '$1,234.56',
    '−¥0.01',
    '$2.0085',
  ])
})

test('what is outstanding is offered up to its last cent begun', () => {
  expect([written(toCents('12.340000')), written(toCents('12.340001')), written(toCents('0.008500'))]).toEqual([
    '12.34',
    '12.35',
    '0.01',
  ])
})

test.each([
  ['1,000.00', '1000.00'],
  ['１２．５', '12.50'],
  ['$20', '20.00'],
  ['0', null],
  ['-1', null],
  ['1.005', null],
  ['x', null],
])('%s is the amount %s', (typed, amount) => {
  const read = readAmount(typed)
  expect(read && written(read)).toBe(amount)
})
