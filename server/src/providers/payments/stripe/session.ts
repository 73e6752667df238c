import { z } from 'zod'
import type { PaymentState } from '../provider.ts'
import { Name } from '../webhook.ts'
import { ofCents } from '../terms.ts'

/** The fields of a Checkout Session. Amount and currency are null until Stripe knows them. */
export const Session = z.object({
  id: Name,
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().nullish(),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/i)
    .nullish(),
  payment_intent: z.union([Name, z.object({ id: Name }).transform(({ id }) => id)]).nullish(),
})
export type Session = z.infer<typeof Session>

/**
 * The state of a session. Complete but unpaid is a payment by a delayed method. Throws for a paid session without an
 * amount.
 */
export function stateOf(session: Session): PaymentState {
  if (session.payment_status === 'paid') return paidBy(session)
  return { kind: states.get(session.status ?? '') ?? 'pending' }
}

const states: ReadonlyMap<string, 'closed' | 'processing'> = new Map([
  ['expired', 'closed'],
  ['complete', 'processing'],
])

function paidBy({ amount_total, currency, payment_intent }: Session): PaymentState {
  const amount = ofCents(amount_total ?? 0)
  if (amount === null || !currency || !payment_intent) throw new TypeError('a paid session without its payment')
  return { kind: 'paid', amount, currency: currency.toUpperCase(), paymentId: payment_intent }
}
