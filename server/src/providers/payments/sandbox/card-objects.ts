import type { SandboxCard, SandboxCharge, SandboxSetup } from './card-rows.ts'

/** The fields of Stripe's objects that our adapter reads. */

export const paymentMethod = (card: SandboxCard): object => ({
  id: card.id,
  object: 'payment_method',
  type: 'card',
  customer: card.customer,
  livemode: false,
  metadata: {},
  card: {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
  },
})

const errorOf = ({ code, declineCode }: Pick<SandboxSetup, 'code' | 'declineCode'>): object | null =>
  code === null ? null : { type: 'card_error', code, ...(declineCode !== null && { decline_code: declineCode }) }

/** `card` is included where the caller expands it. */
export const setupIntent = (setup: SandboxSetup, card: SandboxCard | null, authenticateAt: string): object => ({
  id: setup.id,
  object: 'setup_intent',
  customer: setup.customer,
  livemode: false,
  metadata: {},
  payment_method: setup.status === 'requires_payment_method' ? null : card === null ? setup.card : paymentMethod(card),
  payment_method_types: ['card'],
  status: setup.status,
  usage: 'off_session',
  last_setup_error: errorOf(setup),
  next_action:
    setup.status === 'requires_action'
      ? { type: 'redirect_to_url', redirect_to_url: { url: authenticateAt, return_url: setup.returnUrl } }
      : null,
})

export const paymentIntent = (charge: SandboxCharge): object => ({
  id: charge.id,
  object: 'payment_intent',
  amount: Number(charge.amount),
  amount_received: charge.status === 'succeeded' ? Number(charge.amount) : 0,
  created: seconds(charge.createdAt),
  currency: charge.currency,
  customer: charge.customer,
  livemode: false,
  metadata: charge.metadata,
  payment_method: charge.status === 'requires_payment_method' ? null : charge.card,
  payment_method_types: ['card'],
  status: charge.status,
  last_payment_error: errorOf(charge),
})

export const disputeOf = (charge: SandboxCharge): object => ({
  id: charge.id.replace('pi_', 'dp_'),
  object: 'dispute',
  amount: Number(charge.amount),
  charge: charge.id.replace('pi_', 'ch_'),
  created: seconds(charge.createdAt),
  currency: charge.currency,
  livemode: false,
  metadata: {},
  payment_intent: charge.id,
  reason: 'fraudulent',
  status: 'needs_response',
})

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000)
