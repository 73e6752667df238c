import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type {
  SavedEndpoint,
  SmsDlr,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookReceiver,
} from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { WebhookEndpointId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { useToday } from '../../../api/use-today.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { without } from '../../../ui/list/address.ts'
import { daysOf } from '../../../ui/list/range.ts'
import { type DeliveryFilter, readId } from './search.ts'
import { spanOf } from '../../../ui/list/spans.ts'

const { get, deliveries, delivery, receiver } = addresses.smsDlr

/** Milliseconds between two reads of the endpoints, and of deliveries of which none is due. */
const CALM_MILLIS = 5 * SECOND
/** Milliseconds between two reads of deliveries that are due. */
const DUE_MILLIS = 2 * SECOND

/** The endpoints with their states, read again while they are on screen. */
export function useWebhooks() {
  const { data, error, refetch } = useQuery({
    queryKey: [get],
    queryFn: ({ signal }) => api.smsDlr.get({}, signal),
    refetchInterval: CALM_MILLIS,
  })
  return { config: data, error: data ? null : error, retry: () => void refetch() }
}

/** Shows a configuration that a call replied with. */
export const keepWebhooks = (config: SmsDlr): void => void queryClient.setQueryData([get], config)

export const reloadWebhooks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [get] })

/** The settings of a stored endpoint, as they are saved. The values of its headers stay as they are. */
export const savedOf = (stored: WebhookEndpoint): SavedEndpoint =>
  without(
    stored,
    'state',
    'disabled_reason',
    'disabled_at',
    'failing_since',
    'succeeded_at',
    'waiting',
    'waiting_until',
    'old_secret_until',
    'created_at',
  )

/** True while a delivery is tried within the next minute. */
const isDue = ({ state, next_at: next }: WebhookDelivery): boolean =>
  state === WebhookDeliveryState.Pending ||
  (state === WebhookDeliveryState.Failing && next !== null && Date.parse(next) < Date.now() + MINUTE)

export async function reloadDeliveries(): Promise<void> {
  await Promise.all(
    [get, deliveries, delivery].map((address) => queryClient.invalidateQueries({ queryKey: [address] })),
  )
}

/** An endpoint's deliveries, newest first. They are read more often while one of them is due. */
export function useDeliveries({ id, waiting }: WebhookEndpoint, filter: DeliveryFilter): List<WebhookDelivery> {
  const { time_zone: zone } = useAccount()
  const today = useToday()
  const query = { ...without(filter, 'period', 'from', 'to'), ...spanOf(daysOf(filter, today), zone) }
  return useList({
    key: [deliveries, id, query],
    offset: 0,
    page: (offset, signal) =>
      api.smsDlr.deliveries.counted({ params: { eid: id }, query: { ...query, limit: limits.limit, offset } }, signal),
    every: (rows) => (waiting > 0 || rows.some(isDue) ? DUE_MILLIS : CALM_MILLIS),
  })
}

/** A delivery with its tries; null where there is none. It is read again while it is due. */
export function useDelivery(eid: WebhookEndpointId, id: string) {
  const did = readId(id)
  const { data, error, refetch } = useQuery({
    queryKey: [delivery, eid, id],
    queryFn:
      did === null
        ? skipToken
        : ({ signal }) =>
            api.smsDlr.delivery({ params: { eid, did } }, signal).catch((reason: unknown) => {
              if (reason instanceof ApiError && reason.status === 404) return null
              throw reason
            }),
    refetchInterval: ({ state }) => (state.data && isDue(state.data) ? DUE_MILLIS : false),
  })
  return { detail: did === null ? null : data, error: data ? null : error, retry: () => void refetch() }
}

/** The test receiver with its requests, read every second while it is open. */
export const useReceiver = (): WebhookReceiver | undefined =>
  useQuery({
    queryKey: [receiver],
    queryFn: ({ signal }) => api.smsDlr.receiver({}, signal),
    refetchInterval: ({ state }) => (state.data && state.data.url !== null ? SECOND : false),
  }).data

export const keepReceiver = (shown: WebhookReceiver): void => void queryClient.setQueryData([receiver], shown)
