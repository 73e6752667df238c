import { CredentialType } from '@hongyan/contract/vocabulary/credential'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** The account's newest ordinary credential; undefined until loaded, null where there is none. */
export function useOwnKey() {
  const { data } = useQuery({
    queryKey: [api.credentials.list.address, 'newest'],
    queryFn: ({ signal }) => api.credentials.list({ query: {} }, signal),
  })
  return data && (data.find(({ type }) => type === CredentialType.Ordinary) ?? null)
}
