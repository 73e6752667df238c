import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Ticket, TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import { list as limits } from '@hongyan/contract/limits/screens'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type List, useList } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { readTicketId, type TicketFilter, type TicketSort } from './list-search.ts'

const { list, get } = addresses.tickets

/** Milliseconds between two reads of the tickets, and of an open one. Replies can come at any time. */
const LIST_EVERY = 15 * SECOND
const TICKET_EVERY = 4 * SECOND

export const useTickets = (filter: TicketFilter, sort: TicketSort): List<TicketSummary> =>
  useList({
    key: [list, filter, sort],
    offset: 0,
    page: (offset, signal) =>
      api.tickets.list.counted({ query: { ...filter, sort, limit: limits.limit, offset } }, signal),
    every: LIST_EVERY,
  })

/** The appeal that keeps the account from another one; null without one. */
export function useOpenAppeal(isWanted: boolean): TicketSummary | null {
  const { data } = useQuery({
    queryKey: [list, 'open appeal'],
    queryFn: isWanted
      ? ({ signal }) => api.tickets.list({ query: { category: 'appeal', sort: '-no', limit: 1, offset: 0 } }, signal)
      : skipToken,
  })
  const [newest] = data ?? []
  return newest !== undefined && newest.state !== 'solved' && newest.state !== 'closed' ? newest : null
}

/** A ticket with its conversation, read again while it is on screen; null where the account has none of the id. */
export function useTicket(id: string) {
  const known = readTicketId(id)
  const { data, error, refetch } = useQuery({
    queryKey: [get, id],
    queryFn:
      known === null
        ? skipToken
        : ({ signal }) =>
            api.tickets.get({ params: { id: known } }, signal).catch((reason: unknown) => {
              if (reason instanceof ApiError && reason.status === 404) return null
              throw reason
            }),
    refetchInterval: ({ state }) => (state.data ? TICKET_EVERY : false),
  })
  return { ticket: known === null ? null : data, error: data ? null : error, retry: () => void refetch() }
}

/** Shows a ticket that a call replied with, also in the list. */
export function keepTicket(ticket: Ticket): void {
  queryClient.setQueryData([get, ticket.id], ticket)
  void queryClient.invalidateQueries({ queryKey: [list] })
}

export const reloadTicket = ({ id }: Pick<Ticket, 'id'>): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [get, id] })
