import { shownDecimals } from '@hongyan/contract/limits/screens'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { useText } from '../../../i18n/text.ts'
import { Money } from '../../../ui/money.tsx'
import type { PricedCountry } from './countries.ts'

export function CountryCell({ country: { name, iso2 } }: { country: PricedCountry }) {
  return (
    <span className="flex items-baseline gap-2">
      <span>{name}</span>
      {iso2 !== name && <span className="font-mono text-xs text-ink-3">{iso2}</span>}
    </span>
  )
}

interface UnitPriceProps {
  /** Null where messages of this scene have no route. */
  price: string | null
  currency: Currency
}

export function UnitPrice({ price, currency }: UnitPriceProps) {
  const t = useText()
  if (price === null) return <span className="text-ink-3">{t('prices.notServed')}</span>
  return <Money exact={price} currency={currency} decimals={shownDecimals.messagePrice} />
}
