import type { CallOf } from '@hongyan/contract/endpoint'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { supportAnswers } from '@hongyan/contract/endpoints/support/answers'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/api.ts'

const { search, suggest } = addresses.supportAnswers

/** The answers to a query, those to the query before until they have arrived. */
export function useAnswers(query: string | null) {
  return useQuery({
    queryKey: [search, query],
    queryFn: query === null ? skipToken : ({ signal }) => api.supportAnswers.search({ query: { q: query } }, signal),
    placeholderData: keepPreviousData,
  })
}

export type Draft = CallOf<(typeof supportAnswers)['suggest']>['body']

/** The answers to a ticket that is being written. A failure suggests nothing: the ticket can be sent all the same. */
export function useSuggestions(draft: Draft | null) {
  const { data } = useQuery({
    queryKey: [suggest, draft],
    queryFn: draft === null ? skipToken : ({ signal }) => api.supportAnswers.suggest({ body: draft }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return draft === null ? undefined : data
}
