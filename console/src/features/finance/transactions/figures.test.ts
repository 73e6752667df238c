import { Currency } from '@hongyan/contract/vocabulary/account'
import { expect, test } from 'vitest'
import { decimalsOf, isZero, moneyText, signed } from './figures.ts'

test('figures have four decimals unless one of them needs more', () => {
  expect(decimalsOf(['0.000000', '100.034000'])).toBe(4)
  expect(decimalsOf(['0.000000', '100.034001'])).toBe(6)
  expect(decimalsOf(['-3.500010'])).toBe(6)
})

test('the minus of a figure stands before the currency sign', () => {
  expect(signed('-3.500000')).toEqual({ sign: '−', digits: '3.500000' })
  expect(signed('3.500000')).toEqual({ sign: '', digits: '3.500000' })
})

test('zero is recognised in every notation', () => {
  expect(['0.000000', '0', '-0.000000'].every(isZero)).toBe(true)
  expect(isZero('0.000001')).toBe(false)
})

test('money in a sentence is cut, grouped and signed', () => {
  expect(moneyText('1284.379200', Currency.Usd, 2)).toBe('$1,284.37')
  expect(moneyText('-0.008500', Currency.Cny, 4)).toBe('−¥0.0085')
})
