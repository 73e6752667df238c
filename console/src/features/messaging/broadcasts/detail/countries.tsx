import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useCountryName } from '../../../../api/regions.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { CountryChip } from '../../../../ui/country-chip.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Money } from '../../../../ui/money.tsx'
import { percent } from '../course.ts'

/** Countries before the others are asked for. */
const SHOWN = 6

const cell = 'px-3 py-2.5 first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6'
const number = cx(cell, 'text-right tabular-nums')

/** The course and the cost by country, the largest first. */
export function Countries({ broadcast: { countries } }: { broadcast: BroadcastDetail }) {
  const t = useText()
  const nameOf = useCountryName()
  const { currency } = useAccount()
  const [isWhole, setWhole] = useState(false)
  if (countries.length === 0) return null
  const heads = ['broadcasts.recipients', 'broadcasts.delivered', 'broadcasts.failed', 'broadcasts.cost'] as const
  return (
    <section className="overflow-clip rounded-lg border border-line bg-raised">
      <h2 className="p-4 text-md font-semibold sm:px-6">{t('broadcasts.countries')}</h2>
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b border-line bg-well text-xs text-ink-3">
            <th scope="col" className={cx(cell, 'font-medium')}>
              {t('broadcasts.country')}
            </th>
            {heads.map((title, nr) => (
              <th key={title} scope="col" className={cx(number, 'font-medium', nr % 2 === 0 && 'max-sm:hidden')}>
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? countries : countries.slice(0, SHOWN)).map(({ country, recipients, delivered, failed, cost }) => (
            <tr key={country} className="border-line not-first:border-t">
              <td className={cell}>
                <span className="flex items-center gap-2">
                  <CountryChip>{country}</CountryChip>
                  {nameOf(country)}
                </span>
              </td>
              <td className={cx(number, 'max-sm:hidden')}>{formatNumber(recipients)}</td>
              <td className={number}>
                {formatNumber(delivered)}{' '}
                <span className="ml-1 text-ink-3 max-sm:hidden">{percent(delivered, recipients)}</span>
              </td>
              <td className={cx(number, 'max-sm:hidden')}>{formatNumber(failed)}</td>
              <td className={number}>
                <Money exact={cost} currency={currency} decimals={4} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {countries.length > SHOWN && (
        <div className="border-t border-line p-2 text-center">
          <Button tone="ghost" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('broadcasts.fewer') : t('broadcasts.allCountries', { count: countries.length })}
          </Button>
        </div>
      )}
    </section>
  )
}
