import { decimalOf, type Micros, placesOf, shownMoney } from '@hongyan/contract/money'
import { Currency } from '@hongyan/contract/vocabulary/account'

const symbols = { [Currency.Usd]: '$', [Currency.Cny]: '¥' } as const

/**
 * A formatter of exact amounts with their symbol. All have the same number of decimals, the fewest that show each of
 * `amounts` exactly.
 */
export function exactlyAll(currency: Currency, amounts: readonly Micros[]): (amount: Micros) => string {
  const places = placesOf(amounts)
  return (amount) => {
    const exact = decimalOf(amount).replace('-', '')
    return `${amount < 0n ? '-' : ''}${symbols[currency]}${shownMoney(exact, places)}`
  }
}

/** The exact amount with its symbol, with the fewest decimals that show it. */
export const exactly = (currency: Currency, amount: Micros): string => exactlyAll(currency, [amount])(amount)

/** A formatter of moments in a zone, the same in both languages: 2026-11-20 09:00:00. */
export function momentIn(zone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(moment)
}

/** A formatter of counts with their noun, in a language: 1 row, 12,000 rows. */
export function countIn(language: string): (count: string | number, one: string, other?: string) => string {
  const format = new Intl.NumberFormat(language)
  return (count, one, other = one) => `${format.format(Number(count))} ${Number(count) === 1 ? one : other}`
}
