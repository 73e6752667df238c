import { expect, test } from 'vitest'
import { asRecipient, inboxOf, recipientIn } from './recipient-filter.ts'

test('a number is normalised to a plus and digits', () => {
  expect(['+1 206-555-0100', '12065550100', ' (+1) 2065550100', '＋1', '', 'nobody'].map(asRecipient)).toEqual([
    '+12065550100',
    '+12065550100',
    '+12065550100',
    '+1',
    '',
    '',
  ])
})

test('an email is normalised to lower case', () => {
  expect(asRecipient(' Mei+7@Example.com ')).toBe('mei+7@example.com')
})

test('an address may encode the plus of its number or not', () => {
  expect([recipientIn('?to=%2B12065550100'), recipientIn('?to=+12065550100'), recipientIn('?limit=5')]).toEqual([
    '+12065550100',
    '+12065550100',
    '',
  ])
})

test('the address of all messages has no recipient', () => {
  expect([inboxOf(''), inboxOf('+12065550100'), inboxOf('mei+7@example.com')]).toEqual([
    '/sandbox/inbox',
    '/sandbox/inbox?to=%2B12065550100',
    '/sandbox/inbox?to=mei%2B7%40example.com',
  ])
})
