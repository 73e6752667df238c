import { shownMoney } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'

/** Splits the minus off a figure, so that it can stand before the currency sign. */
export function signed(exact: string): { readonly sign: '' | '−'; readonly digits: string } {
  const below = exact.startsWith('-')
  return { sign: below ? '−' : '', digits: below ? exact.slice(1) : exact }
}

/** Money inside a sentence: signs and digits, cut and never rounded (ruling 2). */
export function moneyText(exact: string, currency: Currency, decimals: number): string {
  const { sign, digits } = signed(exact)
  return `${sign}${currency === 'USD' ? '$' : '¥'}${shownMoney(digits, decimals)}`
}
