import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Broadcast, BroadcastDetail, BroadcastRecipient } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { isMoving } from './course.ts'
import type { BroadcastFilter, RecipientsSearch } from './search.ts'

const { list, get, recipients } = addresses.broadcasts

/** Milliseconds between two looks at what moves. */
const LIVE_MILLIS = 2 * SECOND

const ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Parses the id of a broadcast; null for an invalid one. */
const readId = (param: string): BroadcastId | null => (ID.test(param) ? (param as BroadcastId) : null) // the brand's pattern

/** The account's broadcasts, newest first. They are read again while one of them moves. */
export const useBroadcasts = (filter: BroadcastFilter): List<Broadcast> =>
  useList({
    key: [list, filter],
    offset: 0,
    page: (offset, signal) =>
      api.broadcasts.list.counted({ query: { ...filter, limit: limits.limit, offset } }, signal),
    every: (rows) => rows.some(isMoving) && LIVE_MILLIS,
  })

/** One broadcast; null when there is none. It is read again while it moves. */
export function useBroadcast(id: string) {
  const known = readId(id)
  const { data, error, refetch } = useQuery<BroadcastDetail | null>({
    queryKey: [get, id],
    queryFn: known
      ? ({ signal }) =>
          api.broadcasts.get({ params: { id: known } }, signal).catch((reason: unknown) => {
            if (reason instanceof ApiError && reason.status === 404) return null
            throw reason
          })
      : skipToken,
    refetchInterval: ({ state: { data: shown } }) => (shown && isMoving(shown) ? LIVE_MILLIS : false),
  })
  return { broadcast: known === null ? null : data, error: data ? null : error, retry: () => void refetch() }
}

/** The recipients of a broadcast in the order of their rows. */
export const useRecipients = (
  { id, status, counts }: Pick<BroadcastDetail, 'id' | 'status' | 'counts'>,
  filter: RecipientsSearch,
): List<BroadcastRecipient> =>
  useList({
    key: [recipients, id, filter],
    offset: 0,
    page: (offset, signal) =>
      api.broadcasts.recipients.counted({ params: { id }, query: { ...filter, limit: limits.limit, offset } }, signal),
    every: () => isMoving({ status, counts }) && LIVE_MILLIS,
  })

/** Shows a changed broadcast at once, and reloads the lists that it is in. */
export async function showChanged(broadcast: BroadcastDetail): Promise<void> {
  queryClient.setQueryData([get, broadcast.id], broadcast)
  await Promise.all([list, recipients].map((address) => queryClient.invalidateQueries({ queryKey: [address] })))
}

/** Reloads all broadcasts on screen. */
export async function reloadBroadcasts(): Promise<void> {
  await Promise.all([list, get, recipients].map((address) => queryClient.invalidateQueries({ queryKey: [address] })))
}

/** Reloads the list after a broadcast was deleted, whose page may still be closing. */
export async function forgetBroadcast(id: BroadcastId): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [get, id], refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: [list] }),
  ])
}
