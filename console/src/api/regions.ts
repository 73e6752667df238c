import { Locale } from '@hongyan/contract/vocabulary/account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocale } from '../i18n/text.ts'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'

/** All countries. They change with a release alone. */
export const regionsQuery = queryOptions({
  queryKey: [api.lookup.regions.address],
  queryFn: ({ signal }) => api.lookup.regions({}, signal),
  staleTime: Infinity,
})

/** The countries, which are requested while the page is drawn, once they are wanted. */
export function useRegions(isWanted = true) {
  const { queryKey } = regionsQuery
  if (isWanted && queryClient.getQueryState(queryKey) === undefined) void queryClient.prefetchQuery(regionsQuery)
  return useQuery({ ...regionsQuery, enabled: isWanted })
}

/** Returns country names in the current language, or their two letters until these are wanted and loaded. */
export function useCountryName(isWanted = true): (iso2: string) => string {
  const locale = useLocale()
  const { data: regions } = useRegions(isWanted)
  return (iso2) => {
    const region = regions?.find((each) => each.iso2 === iso2)
    return region === undefined ? iso2 : locale === Locale.English ? region.en : region.zh
  }
}
