import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { HealthReport, Upstream, UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { list as limits } from '@hongyan/contract/limits/screens'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api/api.ts'
import { startEarly, takeEarly } from '../../../api/early.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import type { ChannelFilter, HealthPeriod, MappingFilter } from './search.ts'

const { list, health } = addresses.upstreams
const { list: mappings } = addresses.upstreamMappings

/** Milliseconds between two reads of states and figures. */
const PAUSE = 10 * SECOND

const key = [list]
const request = (signal: AbortSignal) => api.upstreams.list({ query: { limit: limits.maxLimit, offset: 0 } }, signal)

/** Every channel of the account, of which one reply has all, read again each so many milliseconds if they are given. */
export function useAllChannels(every: number | false = false) {
  startEarly(key, request)
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => takeEarly<Upstream[]>(key, signal) ?? request(signal),
    refetchInterval: every,
  })
  return { channels: data, error: data ? null : error, retry: () => void refetch() }
}

type Wanted = { readonly [Name in keyof ChannelFilter]: ChannelFilter[Name] | undefined }

/** True for a channel that the filter shows, as the list call filters them: one without countries serves all. */
const isListed = (row: Upstream, { provider, type, state, region }: Wanted): boolean =>
  (provider === undefined || row.provider === provider) &&
  (type === undefined || row.type === type) &&
  (state === undefined || row.state === state) &&
  (region === undefined || row.regions.length === 0 || row.regions.includes(region))

/** The channels of the list, read again while they are on screen. */
export function useChannels(filter: ChannelFilter): List<Upstream> {
  const { channels, error, retry } = useAllChannels(PAUSE)
  const { provider, type, state, region } = filter
  const rows = useMemo(
    () => channels?.filter((row) => isListed(row, { provider, type, state, region })) ?? [],
    [channels, provider, type, state, region],
  )
  return { rows, waiting: channels === undefined && error === null, refreshing: false, more: null, error, retry }
}

export const reloadChannels = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [list] })

export const useMappings = ({ channel, kind, mapping }: MappingFilter): List<UpstreamMapping> =>
  useList({
    key: [mappings, channel, kind, mapping],
    offset: 0,
    page: (offset, signal) =>
      api.upstreamMappings.list.counted(
        {
          query: {
            ...(channel && { upstream: channel }),
            ...(kind && { kind }),
            ...(mapping && { state: mapping }),
            limit: limits.limit,
            offset,
          },
        },
        signal,
      ),
  })

export const reloadMappings = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [mappings] })

/** The health of the channels, read again while it is on screen. A new period keeps the old figures until it is loaded. */
export function useHealth(period: HealthPeriod) {
  const { data, error, isPlaceholderData, refetch } = useQuery<HealthReport>({
    queryKey: [health, period],
    queryFn: ({ signal }) => api.upstreams.health({ query: { period } }, signal),
    refetchInterval: PAUSE,
    placeholderData: keepPreviousData,
  })
  return { report: data, error: data ? null : error, refreshing: isPlaceholderData, retry: () => void refetch() }
}
