import type { Price, PriceList, PriceQuote } from '@hongyan/contract/endpoints/finance/prices'
import { errorText } from '@hongyan/contract/errors'
import { decimalOf } from '@hongyan/contract/money'
import type { Currency, Locale } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { products } from '@hongyan/contract/vocabulary/payment'
import { writePriceRows } from '../../../pricing/price-book-file.ts'
import type { Priced } from '../../../pipeline/message.ts'
import type { PriceBook, PriceBookVersion, Tariff } from '../../../pipeline/price-book.ts'

type QuotedRecipient = PriceQuote['recipients'][number]

/** A version in one currency, by country code. */
export function presentList(
  { version, sample, effectiveFrom, book }: PriceBookVersion,
  next: PriceBookVersion | null,
  currency: Currency,
): PriceList {
  const isSold = (tariff: Tariff) => tariff.currency === currency && products.some((one) => one === tariff.product)
  const countries = new Set(book.tariffs.filter(isSold).map(({ country }) => country))
  return {
    version,
    sample,
    currency,
    effective_from: effectiveFrom.toISOString(),
    next: next && { version: next.version, effective_from: next.effectiveFrom.toISOString() },
    prices: [...countries].toSorted().flatMap((country) => pricesOf(book, currency, country)),
  }
}

const pricesOf = (book: PriceBook, currency: Currency, country: string): Price[] =>
  products.map((product) => {
    const priceIn = (scene: MessageScene): string | null => {
      const unitPrice = book.unitPrice({ currency, country, product, scene })
      return unitPrice === null ? null : decimalOf(unitPrice)
    }
    const { Verification, Notification, Marketing } = MessageScene
    return {
      iso2: country,
      product,
      unit_prices: { 1: priceIn(Verification), 2: priceIn(Notification), 3: priceIn(Marketing) },
    }
  })

/** A version's rows in one currency as a file whose name states the currency and version. */
export function presentFile({ version, sample, rows }: PriceBookVersion, currency: Currency) {
  const kind = sample ? 'sample-prices' : 'prices'
  return {
    name: `hongyan-${kind}-${currency.toLowerCase()}-v${version}.csv`,
    content: writePriceRows(rows.filter((row) => row.currency === currency)),
  }
}

/** The price of each recipient, or the reason why it would be refused, in the caller's language. */
export const presentQuote = (priced: Priced, version: number, currency: Currency, locale: Locale): PriceQuote => ({
  version,
  currency,
  total_amount: decimalOf(priced.total),
  recipients: priced.recipients.map((outcome): QuotedRecipient => {
    if ('refused' in outcome) {
      const { to, country, code } = outcome.refused
      const error = { code, message: errorText(code, locale) }
      return { to, iso2: country, parts: 0, unit_price: null, price: null, error }
    }
    const { to, country, parts, unitPrice, price } = outcome.ok
    return { to, iso2: country, parts, unit_price: decimalOf(unitPrice), price: decimalOf(price), error: null }
  }),
})
