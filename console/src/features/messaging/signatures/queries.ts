import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Signature, SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import type { SignatureId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { readId, type SignatureFilter, type SignatureSort } from './search.ts'

const { list, get } = addresses.signatures

export const useSignatures = (filter: SignatureFilter, sort: SignatureSort): List<Signature> =>
  useList({
    key: [list, filter, sort],
    offset: 0,
    page: (offset, signal) =>
      api.signatures.list.counted({ query: { ...filter, sort, limit: limits.limit, offset } }, signal),
  })

/** A sender with its timeline; null when there is none. */
export function useSignature(id: string) {
  const known = readId(id)
  const { data, error, refetch } = useQuery<SignatureDetail | null>({
    queryKey: [get, id],
    queryFn: known
      ? ({ signal }) =>
          api.signatures.get({ params: { id: known } }, signal).catch((reason: unknown) => {
            if (reason instanceof ApiError && reason.status === 404) return null
            throw reason
          })
      : skipToken,
  })
  return { detail: known === null ? null : data, error: data ? null : error, retry: () => void refetch() }
}

/** The account's verification, for the number and the letter that the form points to. */
export const useVerification = () =>
  useQuery({ queryKey: [addresses.verification.get], queryFn: ({ signal }) => api.verification.get({}, signal) }).data

/** Reloads all senders on screen. */
export async function reloadSignatures(): Promise<void> {
  await Promise.all([list, get].map((address) => queryClient.invalidateQueries({ queryKey: [address] })))
}

/** Reloads the list after a sender was deleted. Its sheet is still closing, and would ask for a sender that is gone. */
export async function forgetSignature(id: SignatureId): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [get, id], refetchType: 'none' }),
    queryClient.invalidateQueries({ queryKey: [list] }),
  ])
}
