import { expect, test } from 'vitest'
import { decimalsOf, moneyText, payableText, toCents, amountInput } from './money.ts'

test('a column of figures has enough decimals to show all of them exactly', () => {
  expect(decimalsOf(['1.000000', '0.120000'])).toBe(2)
  expect(decimalsOf(['1.000000', '0.008500'])).toBe(4)
  expect(decimalsOf(['0.000001'])).toBe(6)
})

test('the minus stands before the currency sign, and decimals are cut', () => {
  expect([moneyText('1234.569000', 'USD'), moneyText('-0.019000', 'CNY'), moneyText('2.008500', 'USD', 4)]).toEqual([
    '$1,234.56',
    '−¥0.01',
    '$2.0085',
  ])
})

test('the outstanding amount is rounded up to the cent', () => {
  expect([
    amountInput(toCents('12.340000')),
    amountInput(toCents('12.340001')),
    amountInput(toCents('0.008500')),
  ]).toEqual(['12.34', '12.35', '0.01'])
})

test('a balance that pays a whole invoice is not shown a cent short, and one that pays a part is not shown as more', () => {
  const payable = (amount: string) =>
    payableText({ payable_from_balance: amount, outstanding: '25.867000', currency: 'USD' })
  expect([payable('25.867000'), payable('25.866999'), payable('0.000000')]).toEqual(['$25.87', '$25.86', '$0.00'])
})
