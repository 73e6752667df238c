import { Currency } from './vocabulary/account.ts'
import { expect, test } from 'vitest'
import { moneyText, signed } from './money-text.ts'

test('the minus of a figure stands before the currency sign', () => {
  expect(signed('-3.500000')).toEqual({ sign: '−', digits: '3.500000' })
  expect(signed('3.500000')).toEqual({ sign: '', digits: '3.500000' })
})

test('money in a sentence is cut, grouped and signed', () => {
  expect(moneyText('1284.379200', Currency.Usd, 2)).toBe('$1,284.37')
  expect(moneyText('-0.008500', Currency.Cny, 4)).toBe('−¥0.0085')
})
