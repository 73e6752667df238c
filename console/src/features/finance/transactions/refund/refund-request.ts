import type { AutoRecharge } from '@hongyan/contract/endpoints/configuration'
import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import { refund as limits } from '@hongyan/contract/limits/finance'
import { decimalOf, type Micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { refundOf, type RefundSum, type RefundTerms } from '@hongyan/contract/refund'
import { readAmount } from '@hongyan/contract/typed-amount'
import type { Currency } from '@hongyan/contract/vocabulary/account'

const known = (exact: string): Micros => parseMicros(exact) ?? ZERO

/** The terms of an offer, in the form of the contract's computation. */
export const termsOf = (offer: RefundOffer): RefundTerms => ({
  refundable: known(offer.refundable),
  feePercent: offer.fee_percent,
  refundedLate: known(offer.refunded_late),
  feesTaken: known(offer.fees_taken),
  clawback: known(offer.clawback),
  withheld: known(offer.withheld),
})

/** The fault of an amount. `nothing`: the withheld cashback would use up all of it. */
export type AmountFault = 'wrong' | 'range' | 'nothing'

/** The parts of a typed amount, or why it cannot be refunded. */
export function sumOf(typed: string, currency: Currency, terms: RefundTerms): RefundSum | AmountFault {
  const amount = readAmount(typed, currency)
  if (amount === null) return 'wrong'
  const sum = refundOf(terms, amount)
  if (sum !== null) return sum
  return refundOf({ ...terms, withheld: ZERO }, amount) === null ? 'range' : 'nothing'
}

/** An amount in the initial form of its field: whole cents, without grouping. */
export const amountInput = (amount: Micros): string => decimalOf(amount).slice(0, -4)

/** Parses a reason as the server does; null where it is too short or too long. */
export function readReason(typed: string): string | null {
  const reason = typed.replaceAll(/\s+/g, ' ').trim()
  const length = Array.from(reason).length
  return length >= limits.reason.min && length <= limits.reason.max ? reason : null
}

/** True where the refund would make auto-recharge charge the card. */
export function callsForRecharge(
  { enable, below }: Pick<AutoRecharge, 'enable' | 'below'>,
  balance: string,
  amount: Micros,
): boolean {
  const [before, least] = [known(balance), known(below ?? '')]
  return enable && below !== null && before >= least && before - amount < least
}
