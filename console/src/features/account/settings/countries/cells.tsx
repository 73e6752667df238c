import { shownDecimals } from '@hongyan/contract/limits/screens'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { CountryChip } from '../../../../ui/country-chip.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { CountrySwitch } from './country-switch.tsx'
import type { CountryRow } from './rows.ts'

/** The country's code and name, and its risk with the reason. */
export function NameCell({ country: { iso2, name, home, high_risk: risk } }: { country: CountryRow }) {
  const t = useText()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="inline-flex w-7 justify-center">
        <CountryChip>{iso2}</CountryChip>
      </span>
      <span>{name}</span>
      {home && <Tag>{t('countries.home')}</Tag>}
      {risk !== null && (
        <>
          <Tag tone="warn">{t('countries.highRisk')}</Tag>
          <span className="text-xs text-ink-3">{t(`countries.${risk}`)}</span>
        </>
      )}
    </span>
  )
}

export function PriceCell({ country: { unit_price: price } }: { country: CountryRow }) {
  const t = useText()
  const { currency } = useAccount()
  if (price === null) return <span className="text-ink-3">{t('countries.noPrice')}</span>
  return <Money exact={price} currency={currency} decimals={shownDecimals.messagePrice} />
}

/** The home country has no switch: it is always on. */
export function SwitchCell({ country }: { country: CountryRow }) {
  const t = useText()
  if (country.home) return <span className="text-xs text-ink-3">{t('countries.homeText')}</span>
  return <CountrySwitch country={country} />
}

/** One country on a narrow screen. */
export function StackedCountry({ country }: { country: CountryRow }) {
  const t = useText()
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid gap-1">
        <NameCell country={country} />
        <span className="text-xs text-ink-3 tabular-nums">
          {t('countries.price')} <PriceCell country={country} />
        </span>
      </div>
      <SwitchCell country={country} />
    </div>
  )
}
