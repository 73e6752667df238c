import type { SendingCountry } from '@hongyan/contract/endpoints/messaging/countries'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { useLocale } from '../../../../i18n/text.ts'
import { type CountryRow, rowsOf } from './rows.ts'

const countriesQuery = queryOptions({
  queryKey: [api.countries.list.address],
  queryFn: async ({ signal }) => {
    const [list, regions] = await Promise.all([api.countries.list({}, signal), api.lookup.regions({}, signal)])
    return { list, regions }
  },
})

const NO_ROWS: readonly CountryRow[] = []

export interface Countries {
  readonly rows: readonly CountryRow[]
  readonly waiting: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Loads the countries of the account with their names. */
export function useCountries(): Countries {
  const locale = useLocale()
  const { data, error, isPending, refetch } = useQuery(countriesQuery)
  const rows = useMemo(() => (data ? rowsOf(data.list, data.regions, locale) : NO_ROWS), [data, locale])
  return { rows, waiting: isPending, error: data ? null : error, retry: () => void refetch() }
}

const store = (list: SendingCountry[]): void =>
  void queryClient.setQueryData(countriesQuery.queryKey, (before) => before && { ...before, list })

/** Turns sending to one country on or off. The owner has confirmed a high-risk one. */
export async function saveCountry({ iso2, high_risk: risk }: CountryRow, enable: boolean): Promise<void> {
  const body = enable ? { enable: [iso2], confirm_high_risk: risk !== null } : { disable: [iso2] }
  store(await api.countries.save({ body }))
}
