import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { SmsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { Draft } from './draft.ts'
import type { HitPeriod } from './search.ts'

const { get, preview, hits, advice, limits } = addresses.smsRateLimiting

/** Milliseconds between two reads of hits and of what waits. */
const PAUSE_MILLIS = 5 * SECOND

export function useRateLimiting() {
  const { data, error, refetch } = useQuery({
    queryKey: [get],
    queryFn: ({ signal }) => api.smsRateLimiting.get({}, signal),
  })
  return { config: data, error: data ? null : error, retry: () => void refetch() }
}

/** Shows settings that a call replied with. */
export const keepRateLimiting = (config: SmsRateLimiting): void => void queryClient.setQueryData([get], config)

/** Reads the effect that a draft would have had on yesterday's messages. */
export function usePreview({ rules, exempt, day, countries }: Draft) {
  const body = { rules, exempt, day, countries }
  const { data, error, refetch } = useQuery({
    queryKey: [preview, body],
    queryFn: ({ signal }) => api.smsRateLimiting.preview({ body }, signal),
    gcTime: 0,
  })
  return { result: data, error, retry: () => void refetch() }
}

export function useHits(period: HitPeriod) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [hits, period],
    queryFn: ({ signal }) => api.smsRateLimiting.hits({ query: { period } }, signal),
    refetchInterval: PAUSE_MILLIS,
    placeholderData: keepPreviousData,
  })
  return { days: data, error: data ? null : error, refreshing: isPlaceholderData, retry: () => void refetch() }
}

/** Caps recommended from the traffic of the last days; undefined until they are loaded. */
export const useAdvice = () =>
  useQuery({ queryKey: [advice], queryFn: ({ signal }) => api.smsRateLimiting.advice({}, signal) }).data

export function useLimits() {
  const { data, error, refetch } = useQuery({
    queryKey: [limits],
    queryFn: ({ signal }) => api.smsRateLimiting.limits({}, signal),
    refetchInterval: PAUSE_MILLIS,
  })
  return { rows: data, error: data ? null : error, retry: () => void refetch() }
}
