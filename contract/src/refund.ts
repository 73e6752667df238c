import { refund as limits } from './limits/finance.ts'
import { type Micros, micros, ZERO } from './money.ts'

/** A charge at the moment of the request. */
export interface RefundableCharge {
  /** The unspent part of the payment, and the part of it that outstanding messages hold. */
  readonly unspent: Micros
  readonly held: Micros
  /** The charge's cashback that no refund has clawed back yet. */
  readonly cashback: Micros
  /** The remaining amount of the cashback fund. */
  readonly cashbackFund: Micros
  /** The sum of the charge's earlier refunds that a fee applied to, and the fees taken of them. */
  readonly refundedLate: Micros
  readonly feesTaken: Micros
  readonly paidAt: Date
  readonly now: Date
}

/** The terms of refunding any part of a charge. */
export interface RefundTerms {
  /** Whole cents; zero where nothing can be paid out. */
  readonly refundable: Micros
  /** 0 or 25, of `refundedLate` and the amount together, less `feesTaken`. */
  readonly feePercent: number
  readonly refundedLate: Micros
  readonly feesTaken: Micros
  /** Taken back out of the cashback fund. */
  readonly clawback: Micros
  /** Cashback that the fund no longer holds, subtracted from the payout. Whole cents. */
  readonly withheld: Micros
}

/** The parts of a refunded amount: `fee`, `withheld` and `paidOut` sum to it. */
export interface RefundSum {
  readonly amount: Micros
  readonly fee: Micros
  readonly withheld: Micros
  readonly paidOut: Micros
}

const CENT = 10_000n

/** Cuts fractions of a cent, always in the customer's favour: channels pay out whole cents. */
const toCents = (amount: bigint): Micros => micros(amount <= 0n ? 0n : amount - (amount % CENT))

/**
 * Computes the terms of a refund (semantics D5, specification section 9): no fee within 14 × 24 h of the payment, 25 %
 * from one millisecond later. The fee is that of all late refunds together, so many small ones cost what a large one
 * does. The charge's cashback goes back first, from its fund; the missing part comes out of the
 * payout.
 */
export function refundTerms(charge: RefundableCharge): RefundTerms {
  const { unspent, held, cashback, cashbackFund, refundedLate, feesTaken, paidAt, now } = charge
  const free = now.getTime() - paidAt.getTime() <= limits.freeFor
  const clawback = cashback < cashbackFund ? cashback : cashbackFund
  const terms = {
    refundable: toCents(unspent - held),
    feePercent: free ? 0 : limits.feePercent,
    refundedLate,
    feesTaken,
    clawback,
    withheld: toCents(cashback - clawback),
  }
  return refundOf(terms, terms.refundable) === null ? { ...terms, refundable: ZERO } : terms
}

/**
 * Splits an amount into fee, withheld cashback and payout. Null for an amount that cannot be refunded: not whole cents,
 * too large, or without any payout.
 */
export function refundOf(terms: RefundTerms, amount: Micros): RefundSum | null {
  const { refundable, feePercent, refundedLate, feesTaken, withheld } = terms
  if (amount <= 0n || amount > refundable || amount % CENT !== 0n) return null
  const fee = feePercent === 0 ? ZERO : toCents(((refundedLate + amount) * BigInt(feePercent)) / 100n - feesTaken)
  const paidOut = micros(amount - fee - withheld)
  return paidOut > 0n ? { amount, fee, withheld, paidOut } : null
}
