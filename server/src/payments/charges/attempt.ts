import { HOUR } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { CardProvider, ChargeResult, OfferedCards } from '../../providers/payments/cards.ts'
import type { PaymentFailure } from '../../providers/payments/provider.ts'

/** The fields of a charge that its provider receives. They are committed before the first call. */
export interface Attempt {
  readonly account_id: AccountId
  /** The idempotency key at the provider. */
  readonly id: string
  readonly partition: Partition
  /** True for a card of the sandbox. */
  readonly test: boolean
  readonly customer: string
  readonly card: string
  /** Whole cents. */
  readonly amount: Micros
  readonly currency: Currency
  /** The provider's id of the payment; null until it returned one. */
  readonly payment_id: string | null
  /** The number of calls so far. */
  readonly polls: number
  readonly begun_at: Date
}

/** Providers recognise a retry for at least a day; a later one might charge a second time. */
const RETRIED_FOR = 23 * HOUR
/** A charge with a payment id is queried by that id, which cannot charge twice. */
const QUERIED_FOR = 7 * 24 * HOUR

/** True for a charge that has been without an outcome for too long to be polled. */
export const isGivenUp = ({ payment_id, begun_at }: Attempt, now: Date): boolean =>
  now.getTime() - begun_at.getTime() > (payment_id === null ? RETRIED_FOR : QUERIED_FOR)

/** Charges the card, or queries the charge. A retry sends the same values, so it is the same charge. */
export async function callProvider(
  cards: Readonly<Record<Partition, OfferedCards | null>>,
  attempt: Attempt,
): Promise<ChargeResult> {
  const offered = cards[attempt.partition]
  if (offered?.test !== attempt.test) return notOffered
  const result = await call(await offered.provider(), attempt)
  // A refusal is certain for this retry only: the first call may have succeeded.
  return result.kind === 'refused' && attempt.polls > 0 ? { kind: 'unreachable', reason: result.reason } : result
}

function call(provider: CardProvider, attempt: Attempt): Promise<ChargeResult> {
  const { payment_id, id, account_id: account, customer, card, amount, currency } = attempt
  if (payment_id !== null) return provider.queryCharge(payment_id)
  return provider.charge({ attempt: id, account, customer, card, amount, currency })
}

const notOffered: PaymentFailure = { kind: 'unreachable', reason: 'not_offered' }

/** The provider's code for a card or customer that it does not have. */
export const CARD_GONE = 'resource_missing'

/** Makes the update of a charge that succeeded. The same payment has the same event id, so it is credited only once. */
export const paymentOf = ({ amount, currency }: Pick<Attempt, 'amount' | 'currency'>, paymentId: string) =>
  ({ id: `charged:${paymentId}`, update: { kind: 'paid', amount, currency, paymentId } }) as const
