import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { CountryCell, UnitPrice } from './cells.tsx'
import type { PricedCountry } from './countries.ts'
import { scenes } from './scenes.ts'

/** One country on a narrow screen. */
export function StackedPrice({ country }: { country: PricedCountry }) {
  const t = useText()
  const { currency } = useAccount()
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4 font-medium">
        <CountryCell country={country} />
        {country.callingCode !== '' && (
          <span className="text-xs font-normal text-ink-3 tabular-nums">+{country.callingCode}</span>
        )}
      </div>
      <dl className="grid grid-cols-3 gap-2">
        {scenes.map(({ scene, title }) => (
          <div key={scene}>
            <dt className="text-xs text-ink-3">{t(title)}</dt>
            <dd className="tabular-nums">
              <UnitPrice price={country.unitPrices[scene]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
