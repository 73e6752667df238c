import type pg from 'pg'
import { openPool } from '../src/db/connect.ts'
import { newLogger } from '../src/kit/logger.ts'

/** The moment at which a caller dies. */
export interface Death {
  /** Statements that are answered before. */
  readonly after: number
  /** Whether the next one, which may be the commit, is on its way by then: nobody knows what became of it. */
  readonly inFlight: boolean
}

/** A process as the database sees it: one connection, which breaks where it is told to. */
export interface Mortal {
  readonly pool: pg.Pool
  /** Carries out the work and dies as it is told, unless the work is over before; tells whether it came to its end. */
  readonly live: (work: () => Promise<void>, death: Death | null) => Promise<boolean>
}

export function newMortal(url: string): Mortal {
  const pool = openPool(url, 1, newLogger('silent'))
  let left = Number.POSITIVE_INFINITY
  let inFlight = false
  /** Every one ends once its connection is gone for the pool as well. */
  let deaths: Promise<void>[] = []

  const die = (client: pg.PoolClient): void => {
    deaths.push(new Promise((resolve) => client.on('end', resolve)))
    if (inFlight) setImmediate(() => client.connection.stream.destroy())
    else client.connection.stream.destroy()
  }
  pool.on('connect', (client) => {
    client.connection.on('readyForQuery', () => {
      left -= 1
      if (left === 0) die(client)
    })
  })

  return {
    pool,
    async live(work, death) {
      deaths = []
      left = death?.after ?? Number.POSITIVE_INFINITY
      inFlight = death?.inFlight ?? false
      try {
        await work()
        return true
      } catch (error) {
        if (deaths.length === 0) throw error
        return false
      } finally {
        left = Number.POSITIVE_INFINITY
        await Promise.all(deaths)
      }
    },
  }
}
