import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { AnalyticsSummary, Breakdown } from '@hongyan/contract/endpoints/messaging/analytics'
import type { AnalyticsDimension } from '@hongyan/contract/vocabulary/analytics'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import type { Range } from '../../../ui/list/range.ts'

const { summary, breakdown } = addresses.analytics

/** The range of both calls, with the days before where they are compared. */
export interface FigureQuery extends Required<Range> {
  readonly compare?: 'previous'
}

interface Answer<Data> {
  readonly data: Data | undefined
  /** New figures are loading; the old ones stay. */
  readonly refreshing: boolean
  readonly error: Error | null
  readonly retry: () => void
}

export function useFigures(query: FigureQuery): Answer<AnalyticsSummary> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [summary, query],
    queryFn: ({ signal }) => api.analytics.summary({ query }, signal),
    placeholderData: keepPreviousData,
  })
  return { data, refreshing: isPlaceholderData, error, retry: () => void refetch() }
}

export function useBreakdown(query: FigureQuery, by: AnalyticsDimension): Answer<Breakdown> {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [breakdown, by, query],
    queryFn: ({ signal }) => api.analytics.breakdown({ query: { ...query, by } }, signal),
    placeholderData: keepPreviousData,
  })
  return { data, refreshing: isPlaceholderData, error, retry: () => void refetch() }
}
