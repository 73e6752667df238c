import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Audience, audiences } from '@hongyan/contract/endpoints/messaging/audiences'
import type { CallOf } from '@hongyan/contract/endpoint'
import type { AudienceId, BroadcastId, PhonebookId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import type { BroadcastScene, UnreachedChoice } from '@hongyan/contract/vocabulary/broadcast'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'
import { locate } from '../../../../api/call.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { paths } from '../../../../lib/paths.ts'

/** Milliseconds between two looks at a list that is being read, or an estimate that is being counted. */
export const LOOK_MILLIS = 700

/** True for a record that is deleted, or of another account. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Returns null for a record that is gone. */
export const orNull = <Row>(found: Promise<Row>): Promise<Row | null> =>
  found.catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })

export type AudienceOrder = CallOf<typeof audiences.create>['body']

const audienceKey = (id: AudienceId | undefined) => [addresses.audiences.get, id] as const

/** Begins to read recipients. */
export async function readRecipients(order: AudienceOrder): Promise<Audience> {
  const audience = await api.audiences.create({ body: order })
  queryClient.setQueryData(audienceKey(audience.id), audience)
  return audience
}

/** A list of recipients, followed while it is read; null where it is deleted, undefined until loaded. */
export function useAudience(id: AudienceId | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: audienceKey(id),
    queryFn: id === undefined ? skipToken : ({ signal }) => orNull(api.audiences.get({ params: { id } }, signal)),
    refetchInterval: ({ state }) => (state.data?.state === 'parsing' ? LOOK_MILLIS : false),
  })
  return { audience: data, error: data ? null : error, retry: () => void refetch() }
}

/** The address of the file with the rows that get no message. */
export const leftOutFile = (id: AudienceId, scene: BroadcastScene, unreached: UnreachedChoice): string =>
  locate(addresses.audiences.leftOut, { params: { id }, query: { scene, unreached } })[1]

/** The address of a broadcast. */
export const broadcastPath = (id: BroadcastId): string => paths.broadcastOne.replace('$id', id)

/** The broadcast that a new one begins with; undefined until loaded. */
export const useBeginning = (id: BroadcastId | undefined) =>
  useQuery({
    queryKey: [addresses.broadcasts.get, id],
    queryFn: id === undefined ? skipToken : ({ signal }) => orNull(api.broadcasts.get({ params: { id } }, signal)),
  }).data

/** The account's phonebooks whose name has a text; undefined until loaded. */
export const usePhonebooks = (text = '', enabled = true) =>
  useQuery({
    queryKey: [addresses.phonebooks.list, 'of broadcasts', text],
    queryFn: enabled
      ? ({ signal }) =>
          api.phonebooks.list({ query: { limit: limits.maxLimit, offset: 0, ...(text !== '' && { text }) } }, signal)
      : skipToken,
  }).data

/** The segments of a phonebook; undefined until loaded. */
export const useSegments = (id: PhonebookId | null) =>
  useQuery({
    queryKey: [addresses.segments.list, id],
    queryFn: id === null ? skipToken : ({ signal }) => api.segments.list({ params: { id } }, signal),
  }).data
