import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { shownDecimals } from '@hongyan/contract/limits/screens'
import { parseMicros, placesOf, ZERO } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { useCountryName } from '../../../../../api/regions.ts'
import { formatDate, formatNumber, useText } from '../../../../../i18n/text.ts'
import { CountryChip } from '../../../../../ui/country-chip.tsx'
import { cx } from '../../../../../ui/cx.ts'
import { Money } from '../../../../../ui/money.tsx'

/** Four decimals, or six where the amounts need them: each total can be added up from what is shown. */
export const amountPlaces = ({ countries, at_most: most }: Quote): number =>
  Math.max(4, placesOf([most, ...countries.map(({ amount }) => amount)].map((amount) => parseMicros(amount) ?? ZERO)))

const cell = 'px-3 first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6'
const number = 'text-right tabular-nums'
/** Left out on a phone, where it can be worked out from the others. */
const wide = 'max-sm:hidden'

/** A country, and the sender as its recipients see it. */
function Place({ country, code, sender }: { country: string; code: string; sender: string | null }) {
  const t = useText()
  return (
    <span className="flex items-center gap-2">
      <CountryChip>{code}</CountryChip>
      <span className="min-w-0">
        {country}
        {sender !== null && (
          <span className="block text-xs wrap-anywhere text-ink-3">{t('new.previewFrom', { sender })}</span>
        )}
      </span>
    </span>
  )
}

/** The cost of each country. */
export function CostTable({ quote, currency }: { readonly quote: Quote; readonly currency: Currency }) {
  const t = useText()
  const nameOf = useCountryName()
  const { countries, price_book: book, recipients, parts, at_most: most } = quote
  const places = amountPlaces(quote)
  return (
    <section aria-labelledby="cost" className="overflow-hidden rounded-lg border border-line bg-raised">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-4 sm:px-6">
        <h3 id="cost" className="font-semibold">
          {t('new.cost')}
        </h3>
        <p className="text-xs text-ink-3">
          {t('new.priceBook', { date: formatDate(book.from, { dateStyle: 'medium' }) })}
        </p>
      </div>
      <table aria-labelledby="cost" className="w-full text-left text-sm">
        <thead className="border-b border-line bg-well text-xs text-ink-3">
          <tr>
            <th scope="col" className={cx(cell, 'h-9 font-medium')}>
              {t('new.countryHead')}
            </th>
            <th scope="col" className={cx(cell, number, wide, 'font-medium')}>
              {t('new.recipients')}
            </th>
            <th scope="col" className={cx(cell, number, 'font-medium')}>
              {t('new.partsHead')}
            </th>
            <th scope="col" className={cx(cell, number, wide, 'font-medium')}>
              {t('new.perPart')}
            </th>
            <th scope="col" className={cx(cell, number, 'font-medium')}>
              {t('new.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ country, recipients: count, parts: units, unit_price: price, amount, sender }) => (
            <tr key={country} className="border-b border-line">
              <th scope="row" className={cx(cell, 'h-10 py-1.5 font-normal')}>
                <Place country={nameOf(country)} code={country} sender={sender} />
              </th>
              <td className={cx(cell, number, wide)}>{formatNumber(count)}</td>
              <td className={cx(cell, number)}>{formatNumber(units)}</td>
              <td className={cx(cell, number, wide, 'text-ink-2')}>
                {price === null ? (
                  t('new.severalPrices')
                ) : (
                  <Money exact={price} currency={currency} decimals={shownDecimals.messagePrice} />
                )}
              </td>
              <td className={cx(cell, number)}>
                <Exact exact={amount} currency={currency} places={places} />
              </td>
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row" className={cx(cell, 'h-10')}>
              {t('new.total')}
            </th>
            <td className={cx(cell, number, wide)}>{formatNumber(recipients)}</td>
            <td className={cx(cell, number)}>{formatNumber(parts)}</td>
            <td className={cx(cell, wide)}>{'\u00A0'}</td>
            <td className={cx(cell, number)}>
              <Exact exact={most} currency={currency} places={places} />
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** An amount of a column, all of whose digits count. */
function Exact({ exact, currency, places }: { exact: string; currency: Currency; places: number }) {
  return (
    <span className="[&_*]:text-inherit">
      <Money exact={exact} currency={currency} decimals={places} />
    </span>
  )
}
