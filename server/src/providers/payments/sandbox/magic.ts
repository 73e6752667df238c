import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'

const SECOND = 1_000

/** What becomes of a payment once the payer pays. */
export interface Plan {
  readonly declined: boolean
  /** When its webhooks are due, in milliseconds after the payment; none: it has to be asked for. */
  readonly webhooks: readonly number[]
  /** The first webhook is sent before the payer sees the result. */
  readonly atOnce: boolean
  /** What the webhooks claim, in hundredths. */
  readonly claimed: bigint
}

/** The last two digits of an amount (in hundredths) choose what happens; `luck` is from 0 to 1. */
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

/** What becomes of a refund. */
export interface RefundPlan {
  /** What its service answers, and what it is `after` so many milliseconds. */
  readonly first: 'pending' | 'succeeded'
  readonly last: 'succeeded' | 'failed'
  readonly after: number
  /** Whether a webhook tells of it then. */
  readonly told: boolean
}

/** The last two digits of what is refunded (in hundredths) choose; null: the service refuses. */
export function refundPlanFor(amount: bigint, service: TopUpChannel): RefundPlan | null {
  // WeChat Pay pays out a while after it was asked, the others at once.
  const first = service === 'wxpay' ? 'pending' : 'succeeded'
  const usual: RefundPlan = { first, last: 'succeeded', after: SECOND, told: true }
  switch (amount % 100n) {
    case 11n:
      return { ...usual, first: 'pending', after: 5 * SECOND }
    case 12n:
      return { ...usual, last: 'failed', after: 5 * SECOND, first: service === 'stripe' ? 'succeeded' : 'pending' }
    case 13n:
      return null
    case 14n:
      return { ...usual, first: 'pending', after: 5 * SECOND, told: false }
    default:
      return usual
  }
}
