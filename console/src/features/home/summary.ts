import { MINUTE } from '@hongyan/contract/durations'
import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import type { StatisticsPeriod } from '@hongyan/contract/limits/screens'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { firstApi } from '../../api/first-api.ts'
import { useToday } from '../../api/use-today.ts'

export interface Summary {
  /** Oldest first, today last; null until loaded. */
  readonly days: readonly DayCount[] | null
  /** True while the days of the previous period or day stay on screen. */
  readonly outdated: boolean
  readonly error: Error | null
  readonly retry: () => void
}

const NO_DAYS: readonly DayCount[] = []

/**
 * The days of a period. An account that is not activated has none, so no request is sent (ruling 21: exactly false).
 */
export function useSummary(activated: boolean | null | undefined, period: StatisticsPeriod): Summary {
  const enabled = activated !== false
  const today = useToday()
  const query = useQuery({
    queryKey: [firstApi.statistics.summary.address, period, today],
    queryFn: ({ signal }) => firstApi.statistics.summary({ query: { period } }, signal),
    placeholderData: keepPreviousData,
    // At midnight the server's clock may be behind the browser's.
    refetchInterval: ({ state: { data, error } }) =>
      data && !error && (data.at(-1)?.date ?? today) < today ? MINUTE : false,
    enabled: enabled,
  })
  return {
    days: enabled ? (query.data ?? null) : NO_DAYS,
    outdated: query.isPlaceholderData,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
  }
}
