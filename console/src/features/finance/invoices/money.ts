import type { InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { CENT, decimalOf, micros, type Micros, parseMicros, placesOf, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { moneyText as shownText } from '@hongyan/contract/money-text'

export const known = (exact: string): Micros => parseMicros(exact) ?? ZERO
export const isZero = (exact: string): boolean => known(exact) === 0n

/** The fewest decimals that show all figures of a sum exactly. */
export const decimalsOf = (exacts: readonly string[]): number => placesOf(exacts.map(known))

/** Formats money with the minus before the currency sign, cut and never rounded (ruling 2). */
export const moneyText = (exact: string, currency: Currency, decimals = 2): string =>
  shownText(exact, currency, decimals)

/** Rounds up to whole cents: no channel takes fractions of a cent. */
export const toCents = (exact: string): Micros => micros(((known(exact) + CENT - 1n) / CENT) * CENT)

/**
 * The amount that the balance pays of an invoice, cut to cents. One that pays it all is rounded up, as the outstanding
 * amount of the form is.
 */
export function payableText({
  payable_from_balance: payable,
  outstanding,
  currency,
}: Pick<InvoiceDetail, 'payable_from_balance' | 'outstanding' | 'currency'>): string {
  const paysAll = known(payable) >= known(outstanding)
  return moneyText(paysAll ? decimalOf(toCents(payable)) : payable, currency)
}

/** An amount in the form of its field and of the call. */
export const amountInput = (amount: Micros): string => decimalOf(amount).slice(0, -4)
