import { topUp as limits } from '@hongyan/contract/limits/finance'
import { decimalOf, micros, parseMicros, shownMoney, type Micros, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { moneyText as shownText } from '@hongyan/contract/money-text'

const known = (decimal: string): Micros => parseMicros(decimal) ?? ZERO

/** The range of a single top-up. */
export const rangeOf = (currency: Currency) => limits.range[currency]

/** From this amount on the form can be submitted; the range is checked then (ruling 1). */
export const isEnough = (amount: Micros | null): amount is Micros =>
  amount !== null && amount >= known(limits.submitFrom)

export function isInRange(amount: Micros, currency: Currency): boolean {
  const { min, max } = rangeOf(currency)
  return amount >= known(min) && amount <= known(max)
}

/** The suggested amounts, in whole units. */
export const quickAmounts: Record<Currency, readonly string[]> = {
  USD: ['100', '250', '500', '1000'],
  CNY: ['500', '1000', '5000', '10000'],
}

/** An amount in the form of its field: grouped, with both decimals. */
export const amountInput = (amount: Micros): string => shownMoney(decimalOf(amount), limits.decimals)

/** An amount of whole cents in the form of the call. */
export const wireAmount = (amount: Micros): string => decimalOf(amount).slice(0, -(6 - limits.decimals))

/** The balance after a top-up, as an exact decimal. */
export const sumOf = (balance: string, amount: Micros | null): string =>
  decimalOf(micros(known(balance) + (amount ?? ZERO)))

const signs: Record<Currency, string> = { USD: '$', CNY: '¥' }
export const signOf = (currency: Currency): string => signs[currency]

/** Money inside a sentence: sign and digits, cut and never rounded (ruling 2). */
export const moneyText = (exact: string, currency: Currency, decimals: number = limits.decimals): string =>
  shownText(exact, currency, decimals)

/** A price with all its decimals. */
export const priceText = (exact: string, currency: Currency): string =>
  `${signs[currency]}${exact.replace(/\.?0+$/, '')}`
