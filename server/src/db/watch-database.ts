import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import type { Logger } from '../kit/logger.ts'
import { EXHAUSTED, openPool } from './connect.ts'

export interface DatabaseWatch {
  /** False while the database cannot be reached or does not answer. The server then refuses requests with 503. */
  readonly isUp: () => boolean
  /**
   * False for five seconds after PostgreSQL refused a statement for lack of disk, memory or connections. Only the
   * readiness probe uses it: requests that need no room still succeed.
   */
  readonly hasRoom: () => boolean
  readonly stop: () => Promise<void>
}

/** The pause between two probes. */
const EVERY = SECOND
/**
 * A database that does not answer a probe within this time is down, although its connections are open. The watch closes
 * them, so that statements in flight fail at once and do not wait until the database answers again.
 */
const ANSWERS_WITHIN = 10 * SECOND
const FULL_FOR = 5 * SECOND

/**
 * Probes a database every second over a connection of its own. Also reads every error on the connections of the pool,
 * because callers may handle an error without a report to the watch.
 */
export function watchDatabase(url: string, pool: Pool, log: Logger, answersWithin = ANSWERS_WITHIN): DatabaseWatch {
  const probe = openPool(url, 1, log)
  const stopping = new AbortController()
  const streams = new Set<Watched['stream']>()
  let isReached = true
  let fullAt = Number.NEGATIVE_INFINITY

  const noteFull = ({ code }: { readonly code?: string }): void => {
    if (EXHAUSTED.test(code ?? '')) fullAt = performance.now()
  }
  for (const each of [pool, probe]) {
    each.on('connect', (client) => {
      const { connection } = client as unknown as { readonly connection: Watched } // pg does not declare its connection
      connection.on('errorMessage', noteFull)
      streams.add(connection.stream)
      client.on('end', () => void streams.delete(connection.stream))
    })
  }

  const isAnswering = async (): Promise<boolean> => {
    let isPending = true
    const giveUp = (): void => {
      if (!isPending) return
      isReached = false
      for (const stream of streams) stream.destroy()
    }
    // After this process itself stood still, the timer may fire before the event loop reads an answer that has arrived.
    // `setImmediate` lets the event loop read it first.
    const timer = setTimeout(() => setImmediate(giveUp), answersWithin)
    try {
      await probe.query('select 1')
      return true
    } catch {
      return false
    } finally {
      isPending = false
      clearTimeout(timer)
    }
  }
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // One broken connection is no outage: the second attempt makes a new one.
      isReached = (await isAnswering()) || (await isAnswering())
      await sleep(EVERY, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  void watch()
  return {
    isUp: () => isReached,
    hasRoom: () => performance.now() - fullAt > FULL_FOR,
    stop: () => {
      stopping.abort()
      return probe.end()
    },
  }
}

interface Watched {
  readonly stream: { readonly destroy: () => void }
  readonly on: (event: 'errorMessage', listener: (message: { readonly code?: string }) => void) => void
}
