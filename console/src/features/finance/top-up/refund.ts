import { refund } from '@hongyan/contract/limits'
import { micros, type Micros } from '@hongyan/contract/money'

const CENT = 10_000n
const DAY = 24 * 60 * 60 * 1_000

/** For how many days after a payment a refund costs nothing. */
export const freeDays = refund.freeFor / DAY

/** A day on which it costs the fee. */
export const exampleDay = 20

/** What comes back of an unused amount after the free days: the fee is cut to the cent, for the customer's good. */
export function afterFee(amount: Micros): Micros {
  const fee = (amount * BigInt(refund.feePercent)) / 100n
  return micros(amount - (fee - (fee % CENT)))
}
