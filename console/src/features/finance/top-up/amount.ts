import { topUp as limits } from '@hongyan/contract/limits'
import { decimalOf, micros, parseCut, parseMicros, shownMoney, type Micros, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'

/** Whole digits, grouped by threes or not at all, and decimals; a comma is never a decimal point. */
const PLAIN = /^(\d{1,3}(?:[, ']\d{3})+|\d*)(?:\.(\d*))?$/
/** The sign and the codes that may stand around an amount of the account's own currency. */
const around: Record<Currency, RegExp> = { USD: /^(?:\$|USD)|USD$/gi, CNY: /^(?:¥|CNY|RMB)|(?:CNY|RMB|元)$/gi }

/**
 * What somebody typed or pasted, as the amount it means: full-width digits, grouping and the currency's own sign are
 * read, decimals beyond the cent are cut (specification section 5, ruling 3). Null where it is no amount.
 */
export function readAmount(typed: string, currency: Currency): Micros | null {
  const narrow = typed.normalize('NFKC').replaceAll('。', '.').trim().replace(around[currency], '').trim()
  const [, whole = '', fraction = ''] = PLAIN.exec(narrow) ?? []
  if (whole === '' && fraction === '') return null
  return parseCut(`${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}`, limits.decimals)
}

const known = (decimal: string): Micros => parseMicros(decimal) ?? ZERO

/** The amounts of a currency that may be topped up at once. */
export const rangeOf = (currency: Currency) => limits.range[currency]

/** From here on the form may be sent; whether the amount is in range is told then (ruling 1). */
export const isEnough = (amount: Micros | null): amount is Micros =>
  amount !== null && amount >= known(limits.submitFrom)

export function isInRange(amount: Micros, currency: Currency): boolean {
  const { min, max } = rangeOf(currency)
  return amount >= known(min) && amount <= known(max)
}

/** The amounts that are offered, in whole units. */
export const quickAmounts: Record<Currency, readonly string[]> = {
  USD: ['100', '250', '500', '1000'],
  CNY: ['500', '1000', '5000', '10000'],
}

/** An amount as its field shows it: grouped, with both decimals. */
export const written = (amount: Micros): string => shownMoney(decimalOf(amount), limits.decimals)

/** An amount of whole cents as it travels. */
export const travelling = (amount: Micros): string => decimalOf(amount).slice(0, -(6 - limits.decimals))

/** What an account has afterwards, as an exact decimal. */
export const sumOf = (balance: string, amount: Micros | null): string =>
  decimalOf(micros(known(balance) + (amount ?? ZERO)))

const signs: Record<Currency, string> = { USD: '$', CNY: '¥' }
export const signOf = (currency: Currency): string => signs[currency]

/** Money inside a sentence: the sign and the digits, cut and never rounded (ruling 2). */
export const moneyText = (exact: string, currency: Currency, decimals: number = limits.decimals): string =>
  `${signs[currency]}${shownMoney(exact, decimals)}`

/** A price with as many decimals as it has. */
export const priceText = (exact: string, currency: Currency): string =>
  `${signs[currency]}${exact.replace(/\.?0+$/, '')}`
