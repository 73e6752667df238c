import type { Region } from '@hongyan/contract/endpoints/lookup'
import type { SendingCountry } from '@hongyan/contract/endpoints/messaging/countries'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { countriesOf, type Country, matchingCountries } from '../../../../ui/countries.ts'
import type { CountrySearch } from './filter.ts'

/** A row of the list: a country with its search keys, and whether the account sends to it. */
export interface CountryRow extends SendingCountry, Country {
  /** In the current language. */
  readonly name: string
}

/** The countries that have a price: the home country first, the others by name. */
export function rowsOf(
  list: readonly SendingCountry[],
  regions: readonly Region[],
  locale: Locale,
): readonly CountryRow[] {
  const known = new Map(list.map((country) => [country.iso2, country]))
  const names = new Map(regions.map(({ iso2, en, zh }) => [iso2, locale === Locale.English ? en : zh]))
  const rows = countriesOf(regions, locale).flatMap((country) => {
    const found = known.get(country.value)
    return found === undefined ? [] : [{ ...found, ...country, name: names.get(country.value) ?? country.value }]
  })
  return rows.toSorted((one, other) => Number(other.home) - Number(one.home))
}

/** The rows that a search leaves, best match of its text first. */
export function foundRows(rows: readonly CountryRow[], { q = '', show }: CountrySearch): readonly CountryRow[] {
  const order = matchingCountries(rows, q)
  const shown = rows.filter(({ enabled, high_risk: risk }) =>
    show === 'enabled' ? enabled : show === 'high-risk' ? risk !== null : true,
  )
  return shown.filter((row) => order.includes(row)).toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}
