import { type AccountId, RefundId, TopUpId } from '@hongyan/contract/ids'
import { topUp } from '@hongyan/contract/limits/finance'
import { type Micros, micros } from '@hongyan/contract/money'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../kit/ids.ts'
import { type OrderEvent, type PaymentOrder, type PaymentRefund, referenceOf } from './provider.ts'
import type { PaymentUnderTest } from './suite.ts'

const cents = (amount: number): Micros => micros(BigInt(amount) * 10_000n)
/** The amounts in cents whose last two digits make the sandbox's services delay, fail or refuse a refund. */
const magic = { late: 2_011, failsLater: 2_012, refused: 2_013, silent: 2_014 } as const

/** The refund behaviour that every payment provider must have. */
export function refundSuite(under: () => PaymentUnderTest): void {
  const paid = async (amount = cents(8_850)): Promise<{ readonly order: PaymentOrder; readonly paymentId: string }> => {
    const now = under().now()
    const order: PaymentOrder = {
      reference: referenceOf(TopUpId.parse(uuidv7(now))),
      account: '00000000-0000-0000-0000-00000001a2b3' as AccountId, // the example of ruling 24
      amount,
      currency: under().provider.channel === 'stripe' ? 'USD' : 'CNY',
      createdAt: now,
      expiresAt: new Date(now.getTime() + topUp.payableFor),
      locale: 'en',
      invoice: null,
      excluded: [],
      remoteId: null,
    }
    const opened = await under().provider.open(order)
    if (opened.kind !== 'opened') throw new Error(`the order was not opened: ${opened.reason}`)
    await under().arrive(opened)
    expect(await under().pay(opened)).toBe(true)
    const state = await under().provider.query({ ...order, remoteId: opened.remoteId })
    if (state.kind !== 'paid') throw new Error(`the order is ${state.kind}`)
    return { order: { ...order, remoteId: opened.remoteId }, paymentId: state.paymentId }
  }

  const refundOf = async (amount: number, of = paid()): Promise<PaymentRefund> => ({
    ...(await of),
    reference: referenceOf(RefundId.parse(uuidv7(under().now()))),
    amount: cents(amount),
    remoteId: null,
  })

  /** Requests the refund. Returns the result, and the refund with the provider's id. */
  const requestRefund = async (refund: PaymentRefund) => {
    const state = await under().provider.refund(refund)
    return [state.kind, 'remoteId' in state ? { ...refund, remoteId: state.remoteId } : refund] as const
  }

  /** Lets six seconds pass, and returns the events of this refund. */
  const eventsOf = async ({ reference }: PaymentRefund): Promise<readonly OrderEvent[]> => {
    for (let round = 0; round < 3; round += 1) await under().webhooks()
    const received = (await under().webhooks()).map((webhook) => under().provider.receive(webhook, under().now()))
    const events = received.flatMap((one) => (one.kind === 'genuine' ? one.events : []))
    return events.filter(({ update }) => 'refund' in update && update.refund === reference)
  }

  test('a part of a payment is refunded, and a genuine webhook reports it', async () => {
    const [kind, refund] = await requestRefund(await refundOf(2_050))
    expect(['refunded', 'pending']).toContain(kind)
    const events = await eventsOf(refund)
    expect(events.map(({ update }) => update)).toEqual([expect.objectContaining({ kind: 'refund_done' })])
    const [{ about, update } = { about: null, update: null }] = events
    expect([{ reference: refund.order.reference }, { paymentId: refund.paymentId }]).toContainEqual(about)
    expect(update !== null && 'amount' in update ? update.amount : refund.amount).toBe(refund.amount)
    expect(await under().provider.queryRefund(refund)).toMatchObject({ kind: 'refunded' })
  })

  test('a refund whose response was lost is found by its reference', async () => {
    const refund = await refundOf(2_051)
    await under().provider.refund(refund)
    await eventsOf(refund)
    expect(await under().provider.queryRefund(refund)).toMatchObject({ kind: 'refunded' })
  })

  test('a repeated reference is one refund, and a full refund is paid out once', async () => {
    const payment = paid()
    const refund = await refundOf(8_850, payment)
    await under().provider.refund(refund)
    expect(['refunded', 'pending']).toContain((await under().provider.refund(refund)).kind)
    await eventsOf(refund)
    expect(await under().provider.refund(refund)).toMatchObject({ kind: 'refunded' })
    expect(await under().provider.refund(await refundOf(1, payment))).toMatchObject({ kind: 'refused' })
  })

  test('refunds of more than the payment are refused, in one refund or in several', async () => {
    const payment = paid()
    expect(await under().provider.refund(await refundOf(8_851, payment))).toMatchObject({ kind: 'refused' })
    expect((await under().provider.refund(await refundOf(8_000, payment))).kind).not.toBe('refused')
    expect(await under().provider.refund(await refundOf(851, payment))).toMatchObject({ kind: 'refused' })
    expect((await under().provider.refund(await refundOf(850, payment))).kind).not.toBe('refused')
  })

  test('an unpaid order cannot be refunded', async () => {
    const { order, ...refund } = await refundOf(100)
    const stranger = { ...order, reference: referenceOf(TopUpId.parse(uuidv7(under().now()))) }
    const refundOfUnpaid = { ...refund, order: stranger, paymentId: 'pi_none' }
    expect(await under().provider.refund(refundOfUnpaid)).toMatchObject({ kind: 'refused' })
  })

  test('a refund that was never requested is absent', async () => {
    expect(await under().provider.queryRefund(await refundOf(100))).toEqual({ kind: 'absent' })
  })

  test('a slow refund is pending until it is done', async () => {
    const [kind, refund] = await requestRefund(await refundOf(magic.late))
    expect(kind).toBe('pending')
    expect(await under().provider.queryRefund(refund)).not.toMatchObject({ kind: 'refunded' })
    expect((await eventsOf(refund)).map(({ update }) => update.kind)).toEqual(['refund_done'])
    expect(await under().provider.queryRefund(refund)).toMatchObject({ kind: 'refunded' })
  })

  test('a refund without a webhook is found by a query', async () => {
    const [kind, refund] = await requestRefund(await refundOf(magic.silent))
    expect(kind).toBe('pending')
    expect(await eventsOf(refund)).toEqual([])
    expect(await under().provider.queryRefund(refund)).toMatchObject({ kind: 'refunded' })
  })

  test('a refund that fails later is notified, or refused when it is requested again', async () => {
    const [, refund] = await requestRefund(await refundOf(magic.failsLater))
    const events = await eventsOf(refund)
    const state = await under().provider.queryRefund(refund)
    const finalState = state.kind === 'absent' ? await under().provider.refund(refund) : state
    expect(['failed', 'refused']).toContain(finalState.kind)
    expect(events.map(({ update }) => update.kind)).toEqual(finalState.kind === 'failed' ? ['refund_failed'] : [])
  })

  test('a refund that the service rejects is refused and stays absent', async () => {
    const refund = await refundOf(magic.refused)
    expect(await under().provider.refund(refund)).toMatchObject({ kind: 'refused' })
    expect(await under().provider.queryRefund(refund)).toEqual({ kind: 'absent' })
  })

  test('a service that does not know our key refuses, and nothing is refunded', async () => {
    const refund = await refundOf(2_052)
    expect(await under().denied.refund(refund)).toMatchObject({ kind: 'refused' })
    expect(await under().denied.queryRefund(refund)).toMatchObject({ kind: 'refused' })
    expect(await under().provider.queryRefund(refund)).toEqual({ kind: 'absent' })
  })

  test('a refund through a service that is down is unreachable', async () => {
    const provider = under().withBase('http://127.0.0.1:9', 300)
    const refund = await refundOf(2_053)
    expect(await provider.refund(refund)).toMatchObject({ kind: 'unreachable' })
    expect(await provider.queryRefund(refund)).toMatchObject({ kind: 'unreachable' })
  })

  test('an altered webhook of a refund is forged or reports the same events', async () => {
    const [, refund] = await requestRefund(await refundOf(2_054))
    await eventsOf(refund)
    for (const webhook of await under().webhooks()) {
      const genuine = under().provider.receive(webhook, under().now())
      for (let at = 0; at < webhook.body.length; at += Math.ceil(webhook.body.length / 23)) {
        const body = Buffer.from(webhook.body)
        body[at] = (body[at] ?? 0) ^ 1
        const result = under().provider.receive({ ...webhook, body }, under().now())
        if (result.kind === 'genuine') expect(result).toEqual(genuine)
      }
    }
  })
}
