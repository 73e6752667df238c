import { DAY } from '@hongyan/contract/durations'
import { type TransactionKind, TopUpStatus, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { expect, test } from 'vitest'
import { type CheckedLine, isCheckable } from './checkable.ts'

const now = new Date('2026-11-22T12:00:00Z')
const { Pending, Posted, Failed } = TransactionStatus

const line = (
  status: TransactionStatus,
  days: number,
  {
    kind = 'topup',
    auto = false,
    channel = 'stripe',
    method = channel,
  }: { kind?: TransactionKind; auto?: boolean; channel?: 'stripe' | 'cash'; method?: CheckedLine['method'] } = {},
): CheckedLine => ({
  id: '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f' as CheckedLine['id'], // a valid id
  at: new Date(now.getTime() - days * DAY).toISOString(),
  amount: '20.000000',
  channel,
  method,
  status,
  description: {
    kind,
    auto,
    about: null,
    invoice: null,
    product: null,
    messages: null,
    order: TopUpStatus.Expired,
    test: false,
    refund: null,
    reason: null,
  },
  payment: null,
})

test('a pending top-up can be checked, also one that expired or failed in the last 30 days', () => {
  expect(
    [line(Pending, 0), line(Pending, 40), line(Failed, 1), line(Failed, 30)].map((each) => isCheckable(each, now)),
  ).toEqual([true, true, true, true])
  expect([line(Failed, 31), line(Posted, 0)].map((each) => isCheckable(each, now))).toEqual([false, false])
})

test('a recharge, a charge of a saved card, a transfer and any other transaction cannot be checked', () => {
  const others = [{ auto: true }, { method: 'card' }, { channel: 'cash' }, { kind: 'refund' }] as const
  expect(others.map((other) => isCheckable(line(Pending, 0, other), now))).toEqual([false, false, false, false])
})
