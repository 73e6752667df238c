import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { CredentialType } from '@hongyan/contract/vocabulary/credential'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'

/**
 * The account's newest ordinary credential; undefined until loaded, null where there is none. An admin credential may do
 * more than a snippet needs.
 */
export function useOwnKey(enabled: boolean): Credential | null | undefined {
  const { data } = useQuery({
    queryKey: [api.credentials.list.address, 'newest'],
    queryFn: enabled ? ({ signal }) => api.credentials.list({ query: {} }, signal) : skipToken,
  })
  return data && (data.find(({ type }) => type === CredentialType.Ordinary) ?? null)
}
