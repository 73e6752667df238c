import { readAmount } from '@hongyan/contract/typed-amount'
import { expect, test } from 'vitest'
import { cashbackIn, isOver, lastMoment, cashbackRange, tierOf } from './cashback.ts'

test.each([
  ['0.01', '1000'],
  ['999.99', '1000'],
  ['1000', '1000'],
  ['4999.99', '1000'],
  ['5000', '5000'],
  ['10000', '10000'],
  ['20000', '10000'],
])('%s yuan belong to the tier from %s', (typed, from) => {
  expect(tierOf(readAmount(typed, 'CNY')).from).toBe(from)
})

test('no amount belongs to the first tier, and the badge spans all tiers', () => {
  expect(tierOf(null).from).toBe('1000')
  expect(cashbackRange).toEqual({ least: '1.08', most: '188' })
})

test('a campaign is over from its end on, and its last day is the day before', () => {
  const until = '2025-12-31T16:00:00Z'
  expect(isOver(until, Date.parse(until) - 1)).toBe(false)
  expect(isOver(until, Date.parse(until))).toBe(true)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Shanghai' })
  expect(day.format(lastMoment(until))).toBe('31 December 2025')
})

test('a cashback of zero is a cashback, an absent one is not', () => {
  expect(cashbackIn({ cashback: '8.880000' })).toBe('8.880000')
  expect(cashbackIn({ cashback: '0.000000' })).toBe('0.000000')
  expect(cashbackIn({ cashback: '-1.000000' })).toBeNull()
  expect(cashbackIn({})).toBeNull()
})
