import { decimalOf, ZERO } from '@hongyan/contract/money'
import { readAmount } from '@hongyan/contract/typed-amount'
import { expect, test } from 'vitest'
import { isEnough, isInRange, moneyText, priceText, sumOf, amountInput } from './amount.ts'

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
  expect(moneyText('-5.000000', 'USD')).toBe('−$5.00')
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
