import { shownMoney } from './money.ts'

const symbols: Readonly<Record<string, string>> = { USD: '$', CNY: '¥' }

/** Splits the minus off a figure, so that it can stand before the currency sign. */
export function signed(exact: string): { readonly sign: '' | '−'; readonly digits: string } {
  const below = exact.startsWith('-')
  return { sign: below ? '−' : '', digits: below ? exact.slice(1) : exact }
}

/** Money inside a sentence: signs and digits, cut and never rounded (ruling 2). A currency without a sign is named. */
export function moneyText(exact: string, currency: string, decimals: number): string {
  const { sign, digits } = signed(exact)
  return `${sign}${symbols[currency] ?? `${currency} `}${shownMoney(digits, decimals)}`
}
