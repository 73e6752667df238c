import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { readAmount } from '@hongyan/contract/typed-amount'
import { expect, test } from 'vitest'
import { pollStep, balanceRose } from './settlement.ts'

const pending = readAmount('1000', 'CNY')
const balanceRoseFor = (before: string, after: string) => pending !== null && balanceRose(before, after, pending)

test.each([
  ['10.000000', '1010.000000', true],
  ['10.000000', '1009.964000', true],
  ['10.000000', '10.000001', true],
  ['-5.000000', '995.000000', true],
  ['10.000000', '10.000000', false],
  ['10.000000', '9.000000', false],
  ['10.000000', '1018.880000', false],
])('a change of the balance from %s to %s settles a top-up of a thousand: %s', (before, after, came) => {
  expect(balanceRoseFor(before, after)).toBe(came)
})

test('a QR code is polled until it is paid or its hour is over', () => {
  expect(pollStep(5_000, TopUpStatus.Open)).toBe('wait')
  expect(pollStep(5_000, TopUpStatus.Paid)).toBe('paid')
  expect(pollStep(3_599_999, null)).toBe('wait')
  expect(pollStep(3_600_000, null)).toBe('over')
  expect(pollStep(3_600_000, TopUpStatus.Paid)).toBe('paid')
})

test('a cancelled or expired QR code is over, one whose payment failed can be tried again', () => {
  expect(pollStep(5_000, TopUpStatus.Cancelled)).toBe('over')
  expect(pollStep(5_000, TopUpStatus.Expired)).toBe('over')
  expect(pollStep(5_000, TopUpStatus.Failed)).toBe('wait')
})
