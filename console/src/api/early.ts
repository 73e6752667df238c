import { SECOND } from '@hongyan/contract/durations'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

interface Started {
  readonly reply: Promise<unknown>
  readonly controller: AbortController
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
  const controller = new AbortController()
  const reply = request(controller.signal)
  started.set(hash, { reply, controller, at: performance.now() })
  // The query that takes the reply reports a failure.
  reply.catch(() => undefined)
}

/**
 * Returns the reply to the request that was sent early, which `signal` cancels from now on; undefined for a query without
 * one, and for its later requests.
 */
export function takeEarly<Reply>(key: QueryKey, signal: AbortSignal): Promise<Reply> | undefined {
  const hash = hashKey(key)
  const early = started.get(hash)
  started.delete(hash)
  if (early === undefined || performance.now() - early.at > DRAWN_WITHIN) return undefined
  signal.addEventListener('abort', () => early.controller.abort())
  return early.reply as Promise<Reply> // the request of the same key
}
