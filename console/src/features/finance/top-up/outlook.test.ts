import { readAmount } from '@hongyan/contract/typed-amount'
import { expect, test } from 'vitest'
import { estimateOf } from './outlook.ts'

const estimate = (typed: string, unit: string, daily: string) =>
  estimateOf(readAmount(typed, 'USD'), { unit_price: unit, daily_cost: daily })

test('messages are shown in three figures and days as whole ones, both cut', () => {
  expect(estimate('500', '0.041200', '71.400000')).toEqual({ messages: 12_100, days: 7 })
  expect(estimate('5000', '0.036000', '625.000000')).toEqual({ messages: 138_000, days: 8 })
  expect(estimate('1', '0.500000', '9.000000')).toEqual({ messages: 2, days: 0 })
})

test('days are absent without usage, or with almost none', () => {
  expect(estimate('500', '0.041200', '0.000000')?.days).toBeNull()
  expect(estimate('500', '0.041200', '0.001000')?.days).toBeNull()
})

test('there is no outlook without an amount, without a price, or below one message', () => {
  expect([estimate('', '0.04', '1'), estimate('500', '0.000000', '1'), estimate('0.01', '0.041200', '1')]).toEqual([
    null,
    null,
    null,
  ])
})
