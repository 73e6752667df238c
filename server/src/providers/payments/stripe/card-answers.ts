import type { Stripe } from 'stripe'
import { z } from 'zod'
import { unreachable } from '../calls.ts'
import type { ChargeResult, Declined, KeptCard, SaveCardResult } from '../cards.ts'
import { Name } from '../webhook.ts'

/** The fields of a payment method that is a card. */
export const Card = z.object({
  id: Name,
  card: z.object({
    brand: z.string().max(64),
    last4: z.string().regex(/^\d{4}$/),
    exp_month: z.number().int().min(1).max(12),
    exp_year: z.number().int().min(2000).max(2099),
    fingerprint: z.string().min(1).max(255).nullish(),
  }),
})

export const keptCard = ({ id, card }: z.infer<typeof Card>): KeptCard => ({
  remoteId: id,
  last4: card.last4,
  expMonth: card.exp_month,
  expYear: card.exp_year,
  brand: card.brand,
  fingerprint: card.fingerprint ?? null,
})

/** A code of Stripe, or null. A sentence may quote the request, and a missing code may be an empty string. */
const Code = z
  .string()
  .transform((code) => (/^[a-z][a-z0-9_]{0,63}$/.test(code) ? code : null))
  .nullish()
const Refused = z.object({ code: Code, decline_code: Code, advice_code: Code })
const Setup = z.object({
  id: Name,
  status: z.string(),
  payment_method: z.unknown(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.url().nullish() }).nullish() }).nullish(),
  last_setup_error: Refused.nullish(),
})

/** Translates a SetupIntent. `known` is the card, where an earlier call returned it and the intent lacks it. */
export function savedBy(answer: Stripe.SetupIntent, known: KeptCard | null): SaveCardResult {
  const setup = Setup.parse(answer)
  const { id: setupId, status } = setup
  if (status === 'requires_payment_method' || status === 'canceled') {
    return refusedBy({ ...setup.last_setup_error, code: setup.last_setup_error?.code ?? status })
  }
  const full = Card.safeParse(setup.payment_method)
  const card = full.success ? keptCard(full.data) : known
  if (card === null) return unreachable('unexpected_answer')
  if (status === 'succeeded') return { kind: 'saved', card, setupId }
  return { kind: 'authenticate', card, setupId, url: setup.next_action?.redirect_to_url?.url ?? null }
}

const Payment = z.object({ id: Name, status: z.string(), last_payment_error: Refused.nullish() })

/** Translates a PaymentIntent of an off-session charge. */
export function chargedBy(answer: unknown): ChargeResult {
  const { id, status, last_payment_error: error } = Payment.parse(answer)
  if (status === 'succeeded' || status === 'processing') return { kind: status, paymentId: id }
  if (status === 'requires_action') return { kind: 'authentication_required', paymentId: id }
  if (status !== 'requires_payment_method' && status !== 'canceled') return unreachable('unexpected_answer')
  return offSession(refusedBy(error ?? { code: status }, id))
}

/** The bank's decline. */
export const declined = (error: Stripe.errors.StripeCardError): Declined =>
  refusedBy(Refused.parse(error), error.payment_intent?.id ?? null)

/** Off session, a required authentication is a result of its own. */
export const offSession = (charged: ChargeResult): ChargeResult =>
  charged.kind === 'declined' && charged.code === 'authentication_required'
    ? { kind: charged.code, paymentId: charged.paymentId }
    : charged

const refusedBy = (error: z.infer<typeof Refused>, paymentId: string | null = null): Declined => ({
  kind: 'declined',
  code: error.decline_code ?? error.code ?? 'unknown',
  advice: error.advice_code ?? null,
  paymentId,
})
