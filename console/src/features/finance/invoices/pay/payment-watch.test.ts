import { InvoiceId, TopUpId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { expect, test } from 'vitest'
import { newPaymentWatch, type PendingPayment } from './payment-watch.ts'

const ID = '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e01'
const payment: PendingPayment = {
  id: TopUpId.parse(ID),
  invoice: { id: InvoiceId.parse(ID), number: 'HY-1', currency: 'USD', outstanding: '5.000000' },
  channel: 'stripe',
  way: 'stripe',
  amount: micros(5_000_000n),
  action: null,
  payload: '',
}

/** A watch of the payment, and its repeated call. */
function watched() {
  const ends: string[] = []
  const calls = new Set<() => void>()
  let status: TopUpStatus = TopUpStatus.Open
  const watch = newPaymentWatch({
    check: async () => status,
    repeat: (call) => {
      calls.add(call)
      return () => void calls.delete(call)
    },
    report: () => ends.push('off screen'),
  })
  watch.start(payment)
  const poll = async (now: TopUpStatus) => {
    status = now
    for (const call of [...calls, ...calls]) call()
    await Promise.resolve()
  }
  return { watch, ends, calls, poll }
}

test('the end of a payment is reported once, also where two polls read it at the same time', async () => {
  const { watch, ends, calls, poll } = watched()
  await poll(TopUpStatus.Open)
  expect([ends, watch.pendingOf(payment.invoice.id)]).toEqual([[], payment])
  await poll(TopUpStatus.Paid)
  watch.end(payment, TopUpStatus.Paid)
  expect([ends, calls.size, watch.pendingOf(payment.invoice.id)]).toEqual([['off screen'], 0, null])
})

test('the end of a payment is reported to its invoice while that is on screen, and a dropped one to none', async () => {
  const { watch, ends, poll } = watched()
  const leave = watch.show(payment.invoice.id, () => ends.push('on screen'))
  await poll(TopUpStatus.Paid)
  expect(ends).toEqual(['on screen'])
  watch.start(payment)
  watch.drop(payment)
  leave()
  await poll(TopUpStatus.Paid)
  expect(ends).toEqual(['on screen'])
})
