import { SECOND } from '@hongyan/contract/durations'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'

/** The course of a payment after the payer has confirmed it. */
export interface Plan {
  readonly declined: boolean
  /** When its webhooks are due, in milliseconds after the payment. Empty: the payment is only found by a poll. */
  readonly webhooks: readonly number[]
  /** True when the first webhook is sent before the payer sees the result. */
  readonly atOnce: boolean
  /** The amount in the webhooks, in cents. */
  readonly claimed: bigint
}

/**
 * Chooses the course by the last two digits of the amount in cents. `luck`, from 0 to 1, varies the delay of the
 * webhook.
 */
export function planFor(amount: bigint, luck: number): Plan {
  const soon = 500 + Math.floor(luck * SECOND)
  const usual: Plan = { declined: false, webhooks: [soon], atOnce: false, claimed: amount }
  switch (amount % 100n) {
    case 1n:
      return { ...usual, atOnce: true }
    case 2n:
      return { ...usual, declined: true, webhooks: [] }
    case 3n:
      return { ...usual, webhooks: [] }
    case 4n:
      return { ...usual, webhooks: [soon, soon] }
    case 5n:
      return { ...usual, webhooks: [60 * SECOND] }
    case 6n:
      return { ...usual, claimed: amount + 100n }
    default:
      return usual
  }
}

/** The wallet that the payer of a Checkout page uses, by the last two digits of the amount; null for a card. */
export const walletOf = (amount: bigint): Wallet | null => wallets.get(amount % 100n) ?? null

type Wallet = 'apple_pay' | 'google_pay' | 'paypal'

const wallets: ReadonlyMap<bigint, Wallet> = new Map([
  [7n, 'apple_pay'],
  [8n, 'google_pay'],
  [9n, 'paypal'],
])

/** The course of a refund. */
export interface RefundPlan {
  /** The state in the response, and the state `after` so many milliseconds. */
  readonly first: 'pending' | 'succeeded'
  readonly last: 'succeeded' | 'failed'
  readonly after: number
  /** True when a webhook reports the later state. */
  readonly webhook: boolean
}

/** Chooses the course by the last two digits of the refund in cents. Null: the service refuses the refund. */
export function refundPlanFor(amount: bigint, service: TopUpChannel): RefundPlan | null {
  // WeChat Pay pays refunds out after a while, the others at once.
  const first = service === 'wxpay' ? 'pending' : 'succeeded'
  const usual: RefundPlan = { first, last: 'succeeded', after: SECOND, webhook: true }
  switch (amount % 100n) {
    case 11n:
      return { ...usual, first: 'pending', after: 5 * SECOND }
    case 12n:
      return { ...usual, last: 'failed', after: 5 * SECOND, first: service === 'stripe' ? 'succeeded' : 'pending' }
    case 13n:
      return null
    case 14n:
      return { ...usual, first: 'pending', after: 5 * SECOND, webhook: false }
    default:
      return usual
  }
}
