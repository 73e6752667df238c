import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { HealthReport, Upstream, UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { list as limits } from '@hongyan/contract/limits/screens'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import type { ChannelFilter, HealthPeriod, MappingFilter } from './search.ts'

const { list, health } = addresses.upstreams
const { list: mappings } = addresses.upstreamMappings

/** Milliseconds between two reads of states and figures. */
const PAUSE = 10 * SECOND

/** The channels of the list, read again while they are on screen. */
export function useChannels(filter: ChannelFilter): List<Upstream> {
  useEffect(() => {
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: [list] }), PAUSE)
    return () => clearInterval(timer)
  }, [])
  return useList({
    key: [list, filter],
    offset: 0,
    page: (offset, signal) => api.upstreams.list.counted({ query: { ...filter, limit: limits.limit, offset } }, signal),
  })
}

/** Every channel of the account, whatever the list is filtered by. */
export function useAllChannels() {
  const { data, error, refetch } = useQuery({
    queryKey: [list, 'all'],
    queryFn: ({ signal }) => api.upstreams.list({ query: { limit: limits.maxLimit, offset: 0 } }, signal),
  })
  return { channels: data, error: data ? null : error, retry: () => void refetch() }
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
