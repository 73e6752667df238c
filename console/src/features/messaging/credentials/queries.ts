import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { list as limits } from '@hongyan/contract/limits/screens'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { useList } from '../../../api/use-list.ts'
import type { CredentialFilter } from './filter.ts'

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

async function findCredential(id: string, signal: AbortSignal): Promise<Credential | null> {
  for (let offset = 0; offset <= limits.maxOffset; offset += limits.maxLimit) {
    const rows = await api.credentials.list({ query: { limit: limits.maxLimit, offset } }, signal)
    const found = rows.find((row) => row.id === id)
    if (found || rows.length < limits.maxLimit) return found ?? null
  }
  return null
}

/** The credential of a shared address: from the loaded rows, else by a call; null when there is none. */
export function useCredential(
  id: string,
  rows: readonly Credential[],
  waiting: boolean,
): Credential | null | undefined {
  const known = rows.find((row) => row.id === id)
  const { data } = useQuery({
    queryKey: [ALL, id],
    queryFn: known || waiting ? skipToken : ({ signal }) => findCredential(id, signal),
  })
  return known ?? data
}
