import { useMemo } from 'react'
import { useLocale } from '../i18n/text.ts'
import { countriesOf, type Country } from '../ui/countries.ts'
import { useRegions } from './regions.ts'

/** Returns every country, sorted by its name in the current language; none until they are loaded. */
export function useCountries(): readonly Country[] {
  const locale = useLocale()
  const { data: regions } = useRegions()
  return useMemo(() => countriesOf(regions ?? [], locale), [regions, locale])
}
