import { SECOND } from '@hongyan/contract/durations'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

interface Started {
  readonly reply: Promise<unknown>
  readonly at: number
}

/** A page is shown this long after its first drawing began, or was left before. */
const DRAWN_WITHIN = 5 * SECOND

const started = new Map<string, Started>()

/**
 * Sends the first request of a query while its page is drawn. The query itself would send it once the page is shown: on a
 * phone a third of a second later.
 */
export function startEarly<Reply>(key: QueryKey, request: (signal: AbortSignal) => Promise<Reply>): void {
  const hash = hashKey(key)
  if (started.has(hash) || queryClient.getQueryState(key) !== undefined) return
  const reply = request(new AbortController().signal)
  started.set(hash, { reply, at: performance.now() })
  // The query that takes the reply reports a failure.
  reply.catch(() => undefined)
}

/** The reply to the request that was sent early; undefined for a query without one, and for its later requests. */
export function takeEarly<Reply>(key: QueryKey): Promise<Reply> | undefined {
  const hash = hashKey(key)
  const early = started.get(hash)
  started.delete(hash)
  if (early === undefined || performance.now() - early.at > DRAWN_WITHIN) return undefined
  return early.reply as Promise<Reply> // the request of the same key
}
