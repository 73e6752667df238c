import { expect, test } from 'vitest'
import { asNumber, inboxOf, numberIn } from './number-filter.ts'

test('a number is normalised to a plus and digits', () => {
  expect(['+1 206-555-0100', '12065550100', ' (+1) 2065550100', '＋1', ''].map(asNumber)).toEqual([
    '+12065550100',
    '+12065550100',
    '+12065550100',
    '+1',
    '',
  ])
})

test('an address may encode the plus of its number or not', () => {
  expect([numberIn('?to=%2B12065550100'), numberIn('?to=+12065550100'), numberIn('?limit=5')]).toEqual([
    '+12065550100',
    '+12065550100',
    '',
  ])
})

test('the address of all messages has no number', () => {
  expect([inboxOf(''), inboxOf('+12065550100')]).toEqual(['/sandbox/inbox', '/sandbox/inbox?to=%2B12065550100'])
})
