import type pg from 'pg'
import { openPool } from '../src/db/connect.ts'
import { newLogger } from '../src/kit/logger.ts'

/** The moment at which a process is killed. */
export interface Kill {
  /** Statements that complete before the kill. */
  readonly after: number
  /** True when the next statement, which may be the commit, was already sent, so its result is unknown. */
  readonly inFlight: boolean
}

/** A process as the database sees it: one connection, which breaks at the given moment. */
export interface KillableProcess {
  readonly pool: pg.Pool
  /** Runs the work and breaks the connection at the given moment. Returns true when the work completed before. */
  readonly live: (work: () => Promise<void>, death: Kill | null) => Promise<boolean>
}

export function newKillableProcess(url: string): KillableProcess {
  const pool = openPool(url, 1, newLogger('silent'))
  let left = Number.POSITIVE_INFINITY
  let inFlight = false
  /** Promises that resolve once the pool has dropped a broken connection. */
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
