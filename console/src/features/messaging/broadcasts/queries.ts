import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Broadcast, BroadcastDetail, BroadcastRecipient } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { nextLook } from './course.ts'
import type { BroadcastFilter, RecipientsSearch } from './search.ts'

const { list, get, recipients } = addresses.broadcasts

/** Parses the id of a broadcast; null for an invalid one. */
const readId = (param: string): BroadcastId | null => (RECORD_ID.test(param) ? (param as BroadcastId) : null) // the brand's pattern

/** The account's broadcasts, newest first. They are read again while one of them moves or waits for its start. */
export const useBroadcasts = (filter: BroadcastFilter): List<Broadcast> =>
  useList({
    key: [list, filter],
    offset: 0,
    page: (offset, signal) =>
      api.broadcasts.list.counted({ query: { ...filter, limit: limits.limit, offset } }, signal),
    every: (rows) => nextLook(rows, new Date()),
  })

/** Reads a broadcast. Where its counts changed, its recipients on screen are read again, which are older. */
async function readBroadcast(id: BroadcastId, signal: AbortSignal): Promise<BroadcastDetail | null> {
  const shown = queryClient.getQueryData<BroadcastDetail | null>([get, id])
  const broadcast = await api.broadcasts.get({ params: { id } }, signal).catch((reason: unknown) => {
    if (reason instanceof ApiError && reason.status === 404) return null
    throw reason
  })
  if (shown && JSON.stringify(shown.counts) !== JSON.stringify(broadcast?.counts)) {
    void queryClient.invalidateQueries({ queryKey: [recipients, id] })
  }
  return broadcast
}

/** One broadcast; null when there is none. It is read again while it moves or waits for its start. */
export function useBroadcast(id: string) {
  const known = readId(id)
  const { data, error, refetch } = useQuery<BroadcastDetail | null>({
    queryKey: [get, id],
    queryFn: known ? ({ signal }) => readBroadcast(known, signal) : skipToken,
    refetchInterval: ({ state: { data: shown } }) => (shown ? nextLook([shown], new Date()) : false),
  })
  return { broadcast: known === null ? null : data, error: data ? null : error, retry: () => void refetch() }
}

/** The recipients of a broadcast in the order of their rows. They are read again with each change of its counts. */
export const useRecipients = (
  { id }: Pick<BroadcastDetail, 'id'>,
  filter: RecipientsSearch,
): List<BroadcastRecipient> =>
  useList({
    key: [recipients, id, filter],
    offset: 0,
    page: (offset, signal) =>
      api.broadcasts.recipients.counted({ params: { id }, query: { ...filter, limit: limits.limit, offset } }, signal),
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
