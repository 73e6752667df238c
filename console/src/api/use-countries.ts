import { useMemo } from 'react'
import { useLocale } from '../i18n/text.ts'
import { countriesOf, type Country, type CountryList } from '../ui/countries.ts'
import { useRegions } from './regions.ts'

/** Returns every country, sorted by its name in the current language; none until they are loaded. */
export const useCountries = (): readonly Country[] => useCountryList().countries

/** Returns the countries for a field that says while they load, and offers another try where they could not be. */
export function useCountryList(): CountryList {
  const locale = useLocale()
  const { data: regions, isError: failed, isFetching: loading, refetch } = useRegions()
  const countries = useMemo(() => countriesOf(regions ?? [], locale), [regions, locale])
  return { countries, failed, loading, retry: () => void refetch() }
}
