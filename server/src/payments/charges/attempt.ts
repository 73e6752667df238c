import { HOUR } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { CardProvider, ChargeResult, OfferedCards } from '../../providers/payments/cards.ts'
import type { PaymentFailure } from '../../providers/payments/provider.ts'

/** What a provider receives of a charge, as it was committed before the first call. */
export interface Attempt {
  readonly account_id: AccountId
  /** The key by which the provider recognises a retry. */
  readonly id: string
  readonly partition: Partition
  /** Whether the sandbox keeps the card. */
  readonly test: boolean
  readonly customer: string
  readonly card: string
  /** Whole cents. */
  readonly amount: Micros
  readonly currency: Currency
  /** The provider's name of the payment, once it has returned it. */
  readonly payment_id: string | null
  /** Polls so far. */
  readonly asked_times: number
  readonly begun_at: Date
}

/** Providers recognise a retry for at least a day; a later one might charge a second time. */
const RETRIED_FOR = 23 * HOUR
/** A payment that has a name is queried by it, which charges nothing. */
const QUERIED_FOR = 7 * 24 * HOUR

/** Whether the charge has been without an outcome for too long to be polled. */
export const isGivenUp = ({ payment_id, begun_at }: Attempt, now: Date): boolean =>
  now.getTime() - begun_at.getTime() > (payment_id === null ? RETRIED_FOR : QUERIED_FOR)

/** Charges the card, or queries the charge. A retry sends the same values, so it is the same charge. */
export async function askAttempt(
  cards: Readonly<Record<Partition, OfferedCards | null>>,
  attempt: Attempt,
): Promise<ChargeResult> {
  const offered = cards[attempt.partition]
  if (offered?.test !== attempt.test) return notOffered
  const result = await call(await offered.provider(), attempt)
  // A refused retry is certain of the retry alone: the first call may have come through.
  return result.kind === 'refused' && attempt.asked_times > 0 ? { kind: 'unreachable', reason: result.reason } : result
}

function call(provider: CardProvider, attempt: Attempt): Promise<ChargeResult> {
  const { payment_id, id, account_id: account, customer, card, amount, currency } = attempt
  if (payment_id !== null) return provider.queryCharge(payment_id)
  return provider.charge({ attempt: id, account, customer, card, amount, currency })
}

const notOffered: PaymentFailure = { kind: 'unreachable', reason: 'not_offered' }

/** The provider's code for a card, or a holder, that it does not have. */
export const CARD_GONE = 'resource_missing'

/** The payment of a charge that succeeded, under an event id that counts once. */
export const paymentOf = ({ amount, currency }: Pick<Attempt, 'amount' | 'currency'>, paymentId: string) =>
  ({ id: `charged:${paymentId}`, update: { kind: 'paid', amount, currency, paymentId } }) as const
