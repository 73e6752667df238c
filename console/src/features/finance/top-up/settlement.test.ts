import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { readAmount } from '@hongyan/contract/typed-amount'
import { expect, test } from 'vitest'
import { isSettled, pollStep } from './settlement.ts'

const pending = readAmount('1000', 'CNY')
const settled = (status: TopUpStatus | null, before: string | null, after: string) =>
  pending !== null && isSettled(status, { before, after }, pending)

test.each([
  ['10.000000', '1010.000000', true],
  ['10.000000', '1009.964000', true],
  ['10.000000', '10.000001', true],
  ['-5.000000', '995.000000', true],
  ['10.000000', '10.000000', false],
  ['10.000000', '9.000000', false],
  ['10.000000', '1018.880000', false],
  [null, '1000.000000', false],
])(
  'of an order that cannot be checked, a balance of %s that becomes %s settles a thousand: %s',
  (before, after, came) => {
    expect(settled(null, before, after)).toBe(came)
  },
)

test('the status of an order wins over a rise of the balance', () => {
  const { Open, Failed, Cancelled, Expired, Paid } = TopUpStatus
  expect([Open, Failed, Cancelled, Expired].map((status) => settled(status, '10.000000', '20.000000'))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(settled(Paid, '10.000000', '10.000000')).toBe(true)
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
