import { DAY } from '@hongyan/contract/durations'
import { refund } from '@hongyan/contract/limits/finance'
import { micros, type Micros } from '@hongyan/contract/money'

const CENT = 10_000n

/** The days after a payment in which a refund is free. */
export const freeDays = refund.freeFor / DAY

/** A day after the free days. */
export const exampleDay = 20

/** The payout of an unused amount after the free days. The fee is cut to the cent, in the customer's favour. */
export function afterFee(amount: Micros): Micros {
  const fee = (amount * BigInt(refund.feePercent)) / 100n
  return micros(amount - (fee - (fee % CENT)))
}
