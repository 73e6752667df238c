import { parseMicros, shownMoney } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'

/** Splits the minus off a figure, so that it can stand before the currency sign. */
export function signed(exact: string): { readonly sign: '' | '−'; readonly digits: string } {
  const below = exact.startsWith('-')
  return { sign: below ? '−' : '', digits: below ? exact.slice(1) : exact }
}

export const isZero = (exact: string): boolean => !/[1-9]/.test(exact)

const SHOWN = 4
const EXACT = 6

/** The fewest decimals that show all figures of a sum exactly, so that the sum can be checked on screen. */
export const decimalsOf = (exacts: readonly string[]): 4 | 6 =>
  exacts.every((exact) => (parseMicros(exact) ?? 1n) % 10n ** BigInt(EXACT - SHOWN) === 0n) ? SHOWN : EXACT

/** Money inside a sentence: signs and digits, cut and never rounded (ruling 2). */
export function moneyText(exact: string, currency: Currency, decimals: number): string {
  const { sign, digits } = signed(exact)
  return `${sign}${currency === Currency.Usd ? '$' : '¥'}${shownMoney(digits, decimals)}`
}
