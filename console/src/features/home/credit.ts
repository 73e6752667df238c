import { decimalOf, micros, parseMicros, ZERO } from '@hongyan/contract/money'

/** What a credit-enabled account may still spend: its limit and what of it is used, which is below zero. Exact decimals. */
export function availableCredit(credit: { credit_amount: string; credit_balance_amount: string }): string {
  const limit = parseMicros(credit.credit_amount) ?? ZERO
  const used = parseMicros(credit.credit_balance_amount) ?? ZERO
  return decimalOf(micros(limit + used))
}
