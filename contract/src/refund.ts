import { refund as limits } from './limits.ts'
import { type Micros, micros, ZERO } from './money.ts'

/** A charge as it stands at the moment of asking. */
export interface RefundableCharge {
  /** What is left of what was paid, and what messages on their way hold of that. */
  readonly unspent: Micros
  readonly held: Micros
  /** The charge's cashback that nobody has clawed back yet. */
  readonly cashback: Micros
  /** What the cashback fund still has. */
  readonly cashbackFund: Micros
  readonly paidAt: Date
  readonly now: Date
}

/** On which terms a charge is refunded, whatever part of it. */
export interface RefundTerms {
  /** Whole cents; zero where nothing can be paid out. */
  readonly refundable: Micros
  /** 0 or 25. */
  readonly feePercent: number
  /** Taken back out of the cashback fund. */
  readonly clawback: Micros
  /** What that fund no longer has of the cashback: kept back from the paid-out sum. Whole cents. */
  readonly withheld: Micros
}

/** What becomes of an amount that is refunded: `fee`, `withheld` and `paidOut` sum to it. */
export interface RefundSum {
  readonly amount: Micros
  readonly fee: Micros
  readonly withheld: Micros
  readonly paidOut: Micros
}

const CENT = 10_000n

/** What is below a cent falls away, always in the customer's favour: channels pay out whole cents. */
const toCents = (amount: bigint): Micros => micros(amount <= 0n ? 0n : amount - (amount % CENT))

/**
 * The terms of a refund (semantics D5, specification section 9): no fee within 14 × 24 h of the payment, 25 % from a
 * millisecond later; the charge's cashback goes back first, from its fund, the missing part from the paid-out sum.
 */
export function refundTerms(charge: RefundableCharge): RefundTerms {
  const { unspent, held, cashback, cashbackFund, paidAt, now } = charge
  const free = now.getTime() - paidAt.getTime() <= limits.freeFor
  const clawback = cashback < cashbackFund ? cashback : cashbackFund
  const terms = {
    refundable: toCents(unspent - held),
    feePercent: free ? 0 : limits.feePercent,
    clawback,
    withheld: toCents(cashback - clawback),
  }
  return refundOf(terms, terms.refundable) === null ? { ...terms, refundable: ZERO } : terms
}

/** What of an amount is paid out. Null where it cannot be refunded: no whole cents, too much, or nothing would be left of it. */
export function refundOf({ refundable, feePercent, withheld }: RefundTerms, amount: Micros): RefundSum | null {
  if (amount <= 0n || amount > refundable || amount % CENT !== 0n) return null
  const fee = toCents((amount * BigInt(feePercent)) / 100n)
  const paidOut = micros(amount - fee - withheld)
  return paidOut > 0n ? { amount, fee, withheld, paidOut } : null
}
