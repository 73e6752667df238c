import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import type { CardProvider, ChargeResult, OfferedCards } from './cards.ts'
import type { PaymentFailure } from './provider.ts'

/** A charge of a kept card as it was written down before its provider heard of it. */
export interface Attempt {
  readonly account_id: AccountId
  /** By which its provider knows it again. */
  readonly id: string
  readonly partition: Partition
  /** Whether the sandbox keeps the card. */
  readonly test: boolean
  readonly customer: string
  readonly card: string
  /** Whole cents. */
  readonly amount: Micros
  readonly currency: Currency
  /** The provider's name of the payment, where it has told one. */
  readonly payment_id: string | null
  /** How often it was asked for again. */
  readonly asked_times: number
  readonly begun_at: Date
}

const HOUR = 3_600_000
/** Providers know an attempt again for a day at least; after that asking might charge a second time. */
const ASKED_AGAIN_FOR = 23 * HOUR
/** A payment that has a name is asked for by it, which charges nothing. */
const LOOKED_FOR = 7 * 24 * HOUR

/** Whether it has been silent for so long that nobody may ask any more. */
export const isGivenUp = ({ payment_id, begun_at }: Attempt, now: Date): boolean =>
  now.getTime() - begun_at.getTime() > (payment_id === null ? ASKED_AGAIN_FOR : LOOKED_FOR)

/** Charges the card, or finds out what became of that: asked again it is the same charge, in the same words. */
export async function askAttempt(
  cards: Readonly<Record<Partition, OfferedCards | null>>,
  attempt: Attempt,
): Promise<ChargeResult> {
  const offered = cards[attempt.partition]
  if (offered?.test !== attempt.test) return notOffered
  const charged = await asked(await offered.provider(), attempt)
  // A no to asking again is certain of that alone: the first time may have come through.
  return charged.kind === 'refused' && attempt.asked_times > 0
    ? { kind: 'unreachable', reason: charged.reason }
    : charged
}

function asked(provider: CardProvider, attempt: Attempt): Promise<ChargeResult> {
  const { payment_id, id, account_id: account, customer, card, amount, currency } = attempt
  if (payment_id !== null) return provider.queryCharge(payment_id)
  return provider.charge({ attempt: id, account, customer, card, amount, currency })
}

const notOffered: PaymentFailure = { kind: 'unreachable', reason: 'not_offered' }

/** What a provider says of a card, or of its holder, that it does not have. */
export const CARD_GONE = 'resource_missing'

/** The money of an attempt that came through, as a word that counts once. */
export const paidBy = ({ amount, currency }: Pick<Attempt, 'amount' | 'currency'>, paymentId: string) => ({
  id: `charged:${paymentId}`,
  amount,
  currency,
  paymentId,
})
