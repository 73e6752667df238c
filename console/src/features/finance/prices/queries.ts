import type { PriceList } from '@hongyan/contract/endpoints/finance/prices'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { api } from '../../../api/api.ts'
import { useLocale } from '../../../i18n/text.ts'
import { pricedCountries, type PricedCountry } from './countries.ts'

const NO_COUNTRIES: readonly PricedCountry[] = []

export interface Prices {
  /** Null while loading and after a failure. */
  readonly book: PriceList | null
  readonly countries: readonly PricedCountry[]
  readonly waiting: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * Loads the current price book and the country names. The result is deferred, so that the many rows are rendered in
 * slices and the page answers meanwhile.
 */
export const usePrices = (): Prices => useDeferredValue(useLoadedPrices())

function useLoadedPrices(): Prices {
  const locale = useLocale()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [api.prices.get.address],
    queryFn: async ({ signal }) => {
      const [book, regions] = await Promise.all([api.prices.get({}, signal), api.lookup.regions({}, signal)])
      return { book, regions }
    },
  })
  const countries = useMemo(
    () => (data ? pricedCountries(data.book.prices, data.regions, locale) : NO_COUNTRIES),
    [data, locale],
  )
  return useMemo(
    () => ({
      book: data?.book ?? null,
      countries,
      waiting: isPending,
      error: data ? null : error,
      retry: () => void refetch(),
    }),
    [data, countries, isPending, error, refetch],
  )
}
