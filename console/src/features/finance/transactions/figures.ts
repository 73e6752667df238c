import { parseMicros, shownMoney } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'

/** A figure below zero wears its sign before the currency's. */
export function signed(exact: string): { readonly sign: '' | '−'; readonly digits: string } {
  const below = exact.startsWith('-')
  return { sign: below ? '−' : '', digits: below ? exact.slice(1) : exact }
}

export const isZero = (exact: string): boolean => !/[1-9]/.test(exact)

const SHOWN = 4
const EXACT = 6

/**
 * With how many decimals figures that sum up are shown: with as few as leave none of them cut, so that their sum can be
 * checked on the screen.
 */
export const decimalsOf = (exacts: readonly string[]): 4 | 6 =>
  exacts.every((exact) => (parseMicros(exact) ?? 1n) % 10n ** BigInt(EXACT - SHOWN) === 0n) ? SHOWN : EXACT

/** Money inside a sentence: the signs and the digits, cut and never rounded (ruling 2). */
export function moneyText(exact: string, currency: Currency, decimals: number): string {
  const { sign, digits } = signed(exact)
  return `${sign}${currency === Currency.Usd ? '$' : '¥'}${shownMoney(digits, decimals)}`
}
