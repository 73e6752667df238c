import type { AutoRecharge } from '@hongyan/contract/endpoints/configuration'
import type { RefundOffer } from '@hongyan/contract/endpoints/finance/refunds'
import { refund as limits } from '@hongyan/contract/limits'
import { decimalOf, type Micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { refundOf, type RefundSum, type RefundTerms } from '@hongyan/contract/refund'
import { readAmount } from '../filter.ts'

const known = (exact: string): Micros => parseMicros(exact) ?? ZERO

/** The terms of an offer, to reckon with as the server does. */
export const termsOf = (offer: RefundOffer): RefundTerms => ({
  refundable: known(offer.refundable),
  feePercent: offer.fee_percent,
  clawback: known(offer.clawback),
  withheld: known(offer.withheld),
})

/** What somebody typed, as an amount; null where it is none. */
function amountTyped(typed: string): Micros | null {
  const read = readAmount(typed)
  return read === null ? null : parseMicros(read)
}

/** What is wrong with an amount; `nothing`: all of it would be kept for cashback that is spent. */
export type AmountFault = 'wrong' | 'range' | 'nothing'

/** What would become of the amount that was typed, or why it cannot be refunded. */
export function sumOf(typed: string, terms: RefundTerms): RefundSum | AmountFault {
  const amount = amountTyped(typed)
  if (amount === null) return 'wrong'
  const sum = refundOf(terms, amount)
  if (sum !== null) return sum
  return refundOf({ ...terms, withheld: ZERO }, amount) === null ? 'range' : 'nothing'
}

/** An amount as its field begins with it: whole cents, without grouping. */
export const written = (amount: Micros): string => decimalOf(amount).slice(0, -4)

/** A reason as the server reads it; null where it is too short or too long. */
export function readReason(typed: string): string | null {
  const reason = typed.replaceAll(/\s+/g, ' ').trim()
  const length = Array.from(reason).length
  return length >= limits.reason.min && length <= limits.reason.max ? reason : null
}

/** Whether auto-recharge would charge the card because so much leaves the balance. */
export function callsForRecharge(
  { enable, below }: Pick<AutoRecharge, 'enable' | 'below'>,
  balance: string,
  amount: Micros,
): boolean {
  const [before, least] = [known(balance), known(below ?? '')]
  return enable && below !== null && before >= least && before - amount < least
}
