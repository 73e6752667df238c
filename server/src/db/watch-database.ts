import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import type { Logger } from '../kit/logger.ts'
import { openPool } from './connect.ts'

export interface DatabaseWatch {
  /** False while the database cannot be reached or does not answer. */
  readonly isUp: () => boolean
  /** False for five seconds after PostgreSQL refused a statement because it had no room. */
  readonly hasRoom: () => boolean
  readonly stop: () => Promise<void>
}

const EVERY = SECOND
/**
 * A database that answers nothing for so long stands still. Its connections are closed, so that calls in flight are
 * refused, as when it ends, and do not wait until it goes on.
 */
const ANSWERS_WITHIN = 10 * SECOND
const FULL_FOR = 5 * SECOND
/** PostgreSQL's class 53, and an error of its disk. */
const NO_ROOM = /^(?:53...|58030)$/

/** Watches a database over a connection of its own, and the errors on the connections of a pool. */
export function watchDatabase(url: string, pool: Pool, log: Logger, answersWithin = ANSWERS_WITHIN): DatabaseWatch {
  const probe = openPool(url, 1, log)
  const stopping = new AbortController()
  const streams = new Set<Watched['stream']>()
  let isReached = true
  let fullAt = Number.NEGATIVE_INFINITY

  const noteFull = ({ code }: { readonly code?: string }): void => {
    if (NO_ROOM.test(code ?? '')) fullAt = performance.now()
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
    // A process that stood still itself finds the answer behind the timer, so it reads once more before it gives up.
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
