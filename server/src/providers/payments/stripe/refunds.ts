import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type Bounded, reasonOf, unreachable } from '../calls.ts'
import { Name } from '../webhook.ts'
import type { OrderEvent, PaymentFailure, PaymentProvider, PaymentRefund, RefundState } from '../provider.ts'
import { centsOf, ofCents } from '../terms.ts'

const Refund = z.object({
  id: Name,
  amount: z.number(),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata: z.object({ refund_id: Name.optional() }).nullish(),
  payment_intent: z.union([Name, z.object({ id: Name }).transform(({ id }) => id)]).nullish(),
})
type Refund = z.infer<typeof Refund>

/** Of one payment there are never more. */
const PAGE = 100

/** Refunds of payments that were made by a page of Stripe's or by a card that is kept. */
export function stripeRefunds(client: () => Stripe, limited: Bounded): Pick<PaymentProvider, 'refund' | 'queryRefund'> {
  const refunds = () => client().refunds
  return {
    refund: (asked) =>
      limited(async () => {
        const idempotencyKey = `refund:${asked.reference}`
        return answered(await refunds().create(refundFor(asked), { idempotencyKey }), asked)
      }),
    queryRefund: (asked) =>
      limited(async () => {
        if (asked.remoteId !== null) return answered(await refunds().retrieve(asked.remoteId), asked)
        // Keys are forgotten after a day or more, so one without an answer is looked for by what it was given to remember.
        for await (const one of refunds().list({ payment_intent: asked.paymentId, limit: PAGE }))
          if (one.metadata?.['refund_id'] === asked.reference) return answered(one, asked)
        return { kind: 'absent' }
      }),
  }
}

/** The same refund must be told in the same words, or Stripe refuses its idempotency key. */
const refundFor = ({ reference, order, paymentId, amount }: PaymentRefund): Stripe.RefundCreateParams => ({
  payment_intent: paymentId,
  amount: centsOf(amount),
  reason: 'requested_by_customer',
  metadata: { refund_id: reference, order_id: order.reference },
})

function answered(said: unknown, { amount }: PaymentRefund): RefundState | PaymentFailure {
  const refund = Refund.parse(said)
  return ofCents(refund.amount) === amount ? stateOf(refund) : unreachable('another_refund')
}

function stateOf({ id, status, failure_reason }: Refund): RefundState {
  if (status === 'succeeded') return { kind: 'refunded', remoteId: id }
  const isOver = status === 'failed' || status === 'canceled'
  return isOver ? { kind: 'failed', reason: reasonOf(failure_reason ?? status) } : { kind: 'pending', remoteId: id }
}

/** What an event tells of a refund; null where it was not begun here, or is still under way. */
export function refundEvent(object: unknown): Omit<OrderEvent, 'id'> | null {
  const refund = Refund.parse(object)
  const [reference, paymentId, amount] = [refund.metadata?.refund_id, refund.payment_intent, ofCents(refund.amount)]
  if (!reference || !paymentId) return null
  if (amount === null) throw new TypeError('a refund of nothing')
  const state = stateOf(refund)
  const about = { paymentId }
  if (state.kind === 'refunded') return { about, update: { kind: 'refund_done', refund: reference, amount } }
  if (state.kind !== 'failed') return null
  return { about, update: { kind: 'refund_failed', refund: reference, amount, reason: state.reason } }
}
