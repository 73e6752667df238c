import type { Region } from '@hongyan/contract/endpoints/lookup'
import type { Price } from '@hongyan/contract/endpoints/finance/prices'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { type Sort, sortParts, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { scenes } from './scenes.ts'

/** A row of the list: a country with its search keys and prices. */
export interface PricedCountry {
  readonly iso2: string
  /** In the current language. */
  readonly name: string
  /** Its names in both languages, folded for the search. */
  readonly names: readonly string[]
  /** Its codes of two and of three letters, folded. */
  readonly codes: readonly string[]
  /** Digits; empty where unknown. */
  readonly callingCode: string
  readonly unitPrices: Price['unit_prices']
}

/** Removes capitals and accents, so that `reunion` finds Réunion. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

function pricedCountry({ iso2, unit_prices: unitPrices }: Price, region: Region | undefined, locale: Locale) {
  const { en = iso2, zh = iso2, iso3 = iso2, code: callingCode = '' } = region ?? {}
  return {
    iso2,
    name: locale === Locale.English ? en : zh,
    names: [folded(en), folded(zh)],
    codes: [folded(iso2), folded(iso3)],
    callingCode,
    unitPrices,
  }
}

/** The prices by country, sorted by the countries' names. */
export function pricedCountries(
  prices: readonly Price[],
  regions: readonly Region[],
  locale: Locale,
): readonly PricedCountry[] {
  const known = new Map(regions.map((region) => [region.iso2, region]))
  const order = new Intl.Collator(locale)
  return prices
    .filter(({ product }) => product === 'sms')
    .map((price) => pricedCountry(price, known.get(price.iso2), locale))
    .toSorted((one, other) => order.compare(one.name, other.name))
}

/** Calling codes have one to three digits. Longer input is a number that begins with one. */
const LONGEST_CODE = 3

function dialled(digits: string, { callingCode }: PricedCountry): boolean {
  if (digits === '' || callingCode === '') return false
  return digits.length > LONGEST_CODE ? digits.startsWith(callingCode) : callingCode.startsWith(digits)
}

const asDigits = (text: string): string => /^(?:\+|00)?([\d\s-]+)$/.exec(text)?.[1]?.replace(/\D/g, '') ?? ''

/**
 * The rank of a match: 0 the code, 1 the beginning of a name, 2 the rest of a name or a calling code. Null without a
 * match.
 */
function rankOf(country: PricedCountry, text: string): number | null {
  if (country.codes.includes(text)) return 0
  if (country.names.some((name) => name.startsWith(text))) return 1
  if (country.names.some((name) => name.includes(text))) return 2
  return dialled(asDigits(text), country) ? 2 : null
}

/** The matching countries, best match first, ties in list order. */
export function matchingCountries(countries: readonly PricedCountry[], typed: string): readonly PricedCountry[] {
  const text = folded(typed)
  if (text === '') return countries
  return countries
    .flatMap((country) => {
      const rank = rankOf(country, text)
      return rank === null ? [] : [{ country, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ country }) => country)
}

const priceColumns = ['country', ...scenes.map(({ name }) => name)] as const
export type PriceSort = Sort<(typeof priceColumns)[number]>
export const priceSorts: readonly PriceSort[] = sortsBy(priceColumns)

/** Sorts countries that stand by name. A country without a route comes last, whatever the direction. */
export function sortedCountries(countries: readonly PricedCountry[], sort: PriceSort): readonly PricedCountry[] {
  const { column, direction } = sortParts(sort)
  const scene = scenes.find(({ name }) => name === column)?.scene
  if (scene === undefined) return direction === 'asc' ? countries : countries.toReversed()
  const priceOf = ({ unitPrices }: PricedCountry) => unitPrices[scene]
  const sign = direction === 'asc' ? 1 : -1
  return countries.toSorted((one, other) => {
    const [a, b] = [priceOf(one), priceOf(other)]
    return a === null || b === null ? Number(a === null) - Number(b === null) : sign * (Number(a) - Number(b))
  })
}
