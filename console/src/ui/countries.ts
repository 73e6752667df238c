import type { Region } from '@hongyan/contract/endpoints/lookup'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { ComboOption } from './combo-field.tsx'

/** A country to choose: its name in the current language, and its code (specification section 2). */
export interface Country extends ComboOption {
  /** The search keys: both names and both codes, folded. */
  readonly names: readonly string[]
  readonly codes: readonly string[]
}

/** The countries of a field: none while they load. Where that failed, `retry` loads them again. */
export interface CountryList {
  readonly countries: readonly Country[]
  readonly failed: boolean
  /** A try is under way. */
  readonly loading: boolean
  readonly retry: () => void
}

/** Removes capitals and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Every country, sorted by name. */
export function countriesOf(regions: readonly Region[], locale: Locale): readonly Country[] {
  const order = new Intl.Collator(locale)
  return regions
    .map(({ iso2, iso3, en, zh }) => ({
      value: iso2,
      title: `${locale === Locale.English ? en : zh} (${iso2})`,
      names: [folded(en), folded(zh)],
      codes: [folded(iso2), folded(iso3)],
    }))
    .toSorted((one, other) => order.compare(one.title, other.title))
}

function rank({ title, names, codes }: Country, text: string): number | null {
  if (codes.includes(text) || folded(title) === text) return 0
  if (names.some((name) => name.startsWith(text))) return 1
  return names.some((name) => name.includes(text)) ? 2 : null
}

/** The matching countries: first by code, then by the start of a name, then by the rest of a name. */
export function matchingCountries(countries: readonly Country[], typed: string): readonly Country[] {
  const text = folded(typed)
  if (text === '') return countries
  return countries
    .flatMap((country) => {
      const place = rank(country, text)
      return place === null ? [] : [{ country, place }]
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ country }) => country)
}
