import { Locale } from '@hongyan/contract/vocabulary/account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocale } from '../i18n/text.ts'
import { api } from './api.ts'

/** All countries. They change with a release alone. */
export const regionsQuery = queryOptions({
  queryKey: [api.lookup.regions.address],
  queryFn: ({ signal }) => api.lookup.regions({}, signal),
  staleTime: Infinity,
})

/** Returns country names in the current language, or their two letters until these are loaded. */
export function useCountryName(): (iso2: string) => string {
  const locale = useLocale()
  const { data: regions } = useQuery(regionsQuery)
  return (iso2) => {
    const region = regions?.find((each) => each.iso2 === iso2)
    return region === undefined ? iso2 : locale === Locale.English ? region.en : region.zh
  }
}
