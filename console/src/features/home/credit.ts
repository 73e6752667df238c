import { decimalOf, micros, parseMicros, ZERO } from '@hongyan/contract/money'

/**
 * The spendable amount of a credit-enabled account: its limit plus the credit balance, which is negative. Exact
 * decimals.
 */
export function availableCredit(credit: { credit_amount: string; credit_balance_amount: string }): string {
  const limit = parseMicros(credit.credit_amount) ?? ZERO
  const used = parseMicros(credit.credit_balance_amount) ?? ZERO
  return decimalOf(micros(limit + used))
}
