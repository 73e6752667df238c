import { SECOND } from '@hongyan/contract/durations'
import { addresses } from '@hongyan/contract/endpoints/addresses'
import type {
  Message,
  MessageDetail,
  MessageEvent,
  MessageSummary,
  MessageWebhook,
} from '@hongyan/contract/endpoints/messaging/messages'
import type { MessageId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { UpstreamType } from '@hongyan/contract/vocabulary/upstream'
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { startEarly, takeEarly } from '../../../api/early.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { List } from '../../../api/use-list.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { hasUpstreams } from '../../../lib/has-upstreams.ts'
import { type LogFilter, momentOf, readId } from './search.ts'

const { list, summary, get, webhooks } = addresses.messages

/** Milliseconds between two looks at the newest messages while the list is live. */
const LIVE_MILLIS = 2_000

/** The most calls for one page: each compares a bounded number of messages with the filters. */
const CALLS_A_PAGE = 20

interface Page {
  readonly rows: readonly Message[]
  /** The key of the next page; null behind the last. */
  readonly next: MessageId | null
}

/** Reads a page. Where messages are rare, a call finds less than a page, and the next one goes on. */
async function readPage(filter: LogFilter, before: MessageId | null, signal: AbortSignal): Promise<Page> {
  const rows: Message[] = []
  let next = before
  for (let calls = 0; calls < CALLS_A_PAGE; calls += 1) {
    const query = { ...filter, limit: limits.limit - rows.length, offset: 0, ...(next !== null && { before: next }) }
    const page = await api.messages.list.counted({ query }, signal)
    rows.push(...page.body)
    next = page.next === null ? null : readId(page.next)
    if (next === null || rows.length >= limits.limit) break
  }
  return { rows, next }
}

/** The messages of a filter, newest first, page by page. A live list looks for new ones. */
export function useLog(filter: LogFilter, isLive: boolean): List<Message> {
  const key = [list, filter]
  startEarly(key, (signal) => readPage(filter, null, signal))
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => takeEarly<Page>(key, signal) ?? readPage(filter, pageParam, signal),
    initialPageParam: null as MessageId | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    // Each page is a call, so that many are read more rarely: a call every two seconds.
    refetchInterval: ({ state }) => (isLive ? LIVE_MILLIS * Math.max(1, state.data?.pages.length ?? 1) : false),
  })
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data])
  return {
    rows,
    waiting: query.isPending,
    refreshing: query.isPlaceholderData,
    more: query.hasNextPage ? { load: () => void query.fetchNextPage(), loading: query.isFetchingNextPage } : null,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    searchedTo: momentOf(query.data?.pages.at(-1)?.next ?? null),
  }
}

/** The totals of a filter; undefined until loaded. A failure leaves them out, as null: the list reports it. */
export function useSummary(filter: LogFilter, isLive: boolean): MessageSummary | null | undefined {
  const { data, isError } = useQuery({
    queryKey: [summary, filter],
    queryFn: ({ signal }) => api.messages.summary({ query: filter }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_MILLIS : false,
  })
  return data ?? (isError ? null : undefined)
}

interface Whole {
  readonly message: MessageDetail
  readonly events: readonly MessageEvent[]
}

/** A message with its facts; null when there is none. It is read again until it has ended. */
export function useMessage(id: string) {
  const known = readId(id)
  const { data, error, refetch } = useQuery<Whole | null>({
    queryKey: [get, id],
    queryFn: known
      ? async ({ signal }) => {
          const params = { id: known }
          try {
            const [message, events] = await Promise.all([
              api.messages.get({ params }, signal),
              api.messages.events({ params }, signal),
            ])
            return { message, events }
          } catch (reason) {
            if (reason instanceof ApiError && reason.status === 404) return null
            throw reason
          }
        }
      : skipToken,
    refetchInterval: ({ state }) => (state.data && state.data.message.done_at === null ? LIVE_MILLIS : false),
  })
  return { whole: known === null ? null : data, error: data ? null : error, retry: () => void refetch() }
}

/** Milliseconds between two reads of a message's webhooks. */
const WEBHOOK_MILLIS = 5 * SECOND

/** The deliveries of a message's events; none until loaded. */
export const useMessageWebhooks = (id: MessageId): readonly MessageWebhook[] =>
  useQuery({
    queryKey: [webhooks, id],
    queryFn: ({ signal }) => api.messages.webhooks({ params: { id } }, signal),
    refetchInterval: WEBHOOK_MILLIS,
  }).data ?? []

/** Reloads all messages on screen. */
export async function reloadMessages(): Promise<void> {
  await Promise.all([list, summary, get].map((address) => queryClient.invalidateQueries({ queryKey: [address] })))
}

export const reveal = (id: MessageId): Promise<{ recipient: string }> => api.messages.reveal({ params: { id } })

/** The sender IDs, templates, credentials and newest broadcasts that messages can be filtered by, once loaded. */
export function useSources() {
  const query = { limit: limits.maxLimit, offset: 0 }
  const { data: senders = [] } = useQuery({
    queryKey: [addresses.signatures.list, 'of logs'],
    queryFn: ({ signal }) => api.signatures.list({ query }, signal),
  })
  const { data: templates = [] } = useQuery({
    queryKey: [addresses.templates.list, 'of logs'],
    queryFn: ({ signal }) => api.templates.list({ query }, signal),
  })
  const { data: credentials = [] } = useQuery({
    queryKey: [addresses.credentials.list, 'of logs'],
    queryFn: ({ signal }) => api.credentials.list({ query }, signal),
  })
  const { data: broadcasts = [] } = useQuery({
    queryKey: [addresses.broadcasts.list, 'of logs'],
    queryFn: ({ signal }) => api.broadcasts.list({ query }, signal),
  })
  return { senders, templates, credentials, broadcasts }
}

/** A channel of the account, by the code of its link that its messages have. */
interface OwnChannel {
  readonly code: string
  readonly name: string
}

/** The account's own channels, once loaded. An account without routing has none. */
export function useChannels(): readonly OwnChannel[] {
  const { config } = useAccount()
  const { data = [] } = useQuery({
    queryKey: [addresses.upstreams.list, 'of logs'],
    queryFn: hasUpstreams(config)
      ? ({ signal }) =>
          api.upstreams.list({ query: { type: UpstreamType.Managed, limit: limits.maxLimit, offset: 0 } }, signal)
      : skipToken,
  })
  return data.map(({ id, name }) => ({ code: id.replaceAll('-', ''), name }))
}
