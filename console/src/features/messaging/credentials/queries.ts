import { DAY, SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Credential, RefusedRequest } from '@hongyan/contract/endpoints/messaging/credentials'
import type { CredentialId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import type { CredentialFilter } from './filter.ts'
import { findCredential } from './find.ts'

const ALL = api.credentials.list.address

export const useCredentials = ({ limit, offset, status, sort }: CredentialFilter) =>
  useList({
    key: [ALL, { limit, offset, status, sort }],
    offset,
    page: (at, signal) =>
      api.credentials.list.counted({ query: { limit, offset: at, status, sort: sort ?? '-created_at' } }, signal),
  })

/** Reloads all credentials on screen. */
export const reloadCredentials = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [ALL] })

/** The credential of a shared address: from the loaded rows, else by a call; null when there is none. */
export function useCredential(
  id: string,
  rows: readonly Credential[],
  waiting: boolean,
): Credential | null | undefined {
  const known = rows.find((row) => row.id === id)
  const { data } = useQuery({
    queryKey: [ALL, id],
    queryFn: known || waiting ? skipToken : ({ signal }) => findCredential((each) => each.id === id, signal),
  })
  return known ?? data
}

/** The credential of a page of its own; null when there is none. */
export function useOneCredential(id: string) {
  const { data, error, refetch } = useQuery({
    queryKey: [ALL, id],
    queryFn: ({ signal }) => findCredential((each) => each.id === id, signal),
  })
  return { credential: data, error: data === undefined ? error : null, retry: () => void refetch() }
}

const { requests } = addresses.credentials
/** Milliseconds between two reads of the refused requests. */
const CALM_MILLIS = 5 * SECOND
const WEEK = 7 * DAY

/** The refused requests of a credential, read again while they are on screen. */
export const useRequests = (id: CredentialId, code: string | undefined): List<RefusedRequest> =>
  useList({
    key: [requests, id, { code }],
    offset: 0,
    page: (offset, signal) =>
      api.credentials.requests.counted({ params: { id }, query: { limit: limits.limit, offset, code } }, signal),
    every: CALM_MILLIS,
  })

/** The number of requests that the log has of the last seven days. */
export const useRefusedThisWeek = (id: CredentialId) =>
  useQuery({
    queryKey: [requests, id, 'week'],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - WEEK).toISOString()
      const { total } = await api.credentials.requests.counted(
        { params: { id }, query: { limit: 1, offset: 0, from } },
        signal,
      )
      return total ?? 0
    },
    refetchInterval: CALM_MILLIS,
  })

/** The rules and limits of the account that hold for its credentials. */
export function useAccountRules() {
  const ip = useQuery({
    queryKey: [addresses.ipRestriction.get],
    queryFn: ({ signal }) => api.ipRestriction.get({}, signal),
  })
  const rates = useQuery({
    queryKey: [addresses.smsRateLimiting.get],
    queryFn: ({ signal }) => api.smsRateLimiting.get({}, signal),
  })
  const retry = () => void Promise.all([ip.refetch(), rates.refetch()])
  return { ip: ip.data, rates: rates.data, error: ip.data && rates.data ? null : (ip.error ?? rates.error), retry }
}
