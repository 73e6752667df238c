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

/** The largest page. A payment never has more refunds. */
const PAGE = 100

/** Refunds payments that were made on a Checkout page or by a saved card. */
export function stripeRefunds(client: () => Stripe, limited: Bounded): Pick<PaymentProvider, 'refund' | 'queryRefund'> {
  const refunds = () => client().refunds
  return {
    refund: (refund) =>
      limited(async () => {
        const idempotencyKey = `refund:${refund.reference}`
        return checkedState(await refunds().create(refundFor(refund), { idempotencyKey }), refund)
      }),
    queryRefund: (refund) =>
      limited(async () => {
        if (refund.remoteId !== null) return checkedState(await refunds().retrieve(refund.remoteId), refund)
        // Stripe forgets idempotency keys after a day or more, so a refund without a response is found by its metadata.
        for await (const one of refunds().list({ payment_intent: refund.paymentId, limit: PAGE }))
          if (one.metadata?.['refund_id'] === refund.reference) return checkedState(one, refund)
        return { kind: 'absent' }
      }),
  }
}

/** A retry must send the same parameters: Stripe refuses an idempotency key with different ones. */
const refundFor = ({ reference, order, paymentId, amount }: PaymentRefund): Stripe.RefundCreateParams => ({
  payment_intent: paymentId,
  amount: centsOf(amount),
  reason: 'requested_by_customer',
  metadata: { refund_id: reference, order_id: order.reference },
})

function checkedState(response: unknown, { amount }: PaymentRefund): RefundState | PaymentFailure {
  const refund = Refund.parse(response)
  return ofCents(refund.amount) === amount ? stateOf(refund) : unreachable('another_refund')
}

function stateOf({ id, status, failure_reason }: Refund): RefundState {
  if (status === 'succeeded') return { kind: 'refunded', remoteId: id }
  const isOver = status === 'failed' || status === 'canceled'
  return isOver ? { kind: 'failed', reason: reasonOf(failure_reason ?? status) } : { kind: 'pending', remoteId: id }
}

/** The update of a refund event; null while the refund is pending. One without our reference was made at Stripe. */
export function refundEvent(object: unknown): Omit<OrderEvent, 'id'> | null {
  const refund = Refund.parse(object)
  const { payment_intent: paymentId } = refund
  const [reference, amount] = [refund.metadata?.refund_id ?? refund.id, ofCents(refund.amount)]
  if (!paymentId) return null
  if (amount === null) throw new TypeError('a refund of nothing')
  const state = stateOf(refund)
  const about = { paymentId }
  if (state.kind === 'refunded') return { about, update: { kind: 'refund_done', refund: reference, amount } }
  if (state.kind !== 'failed') return null
  return { about, update: { kind: 'refund_failed', refund: reference, amount, reason: state.reason } }
}
