import { CENT, decimalOf, type Micros, shownMoney } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'

const symbols = { [Currency.Usd]: '$', [Currency.Cny]: '¥' } as const

/** The exact amount with its symbol: two decimals for whole cents, else all six. */
export const exactly = (currency: Currency, amount: Micros): string => {
  const sign = amount < 0n ? '-' : ''
  const exact = decimalOf(amount).replace('-', '')
  return `${sign}${symbols[currency]}${shownMoney(exact, amount % CENT === 0n ? 2 : 6)}`
}

/** A formatter of moments in a zone, the same in both languages: 2026-11-20 09:00:00. */
export function momentIn(zone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(moment)
}
