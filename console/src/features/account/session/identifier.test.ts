import { expect, test } from 'vitest'
import { targetOf } from './identifier.ts'

test.each([
  [' mei.tan@lumenparcel.com ', { email: 'mei.tan@lumenparcel.com' }],
  ['+1 (206) 555-0100', { phone: '+12065550100' }],
  ['＋８６ 138 0013 8000', { phone: '+8613800138000' }],
  ['206–555–0100', { phone: '2065550100' }],
])('the identifier %s is parsed without its punctuation', (typed, target) => {
  expect(targetOf(typed)).toEqual(target)
})

test.each(['', 'mei', 'mei@', '@lumenparcel.com', '12345', '+1 206 call me'])(
  'the identifier %j is neither an email address nor a phone',
  (typed) => {
    expect(targetOf(typed)).toBeNull()
  },
)

test.each([
  ['us', '206 555 0100', '+12065550100'],
  ['us', '1 206 555 0100', '+12065550100'],
  ['us', '+65 9123 4567', '+6591234567'],
  ['cn', '138 0013 8000', '+8613800138000'],
  ['cn', '86 138 0013 8000', '+8613800138000'],
  ['cn', '+1 206 555 0100', '+12065550100'],
] as const)('in partition %s, the phone %s becomes %s', (home, typed, phone) => {
  expect(targetOf(typed, home)).toEqual({ phone })
})
