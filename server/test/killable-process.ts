import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { vi } from 'vitest'
import { openPool } from '../src/db/connect.ts'
import { newLogger } from '../src/kit/logger.ts'
import { patient } from './patience.ts'

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
  /**
   * Runs the work and breaks the connection at the given moment. Returns true when the work completed before. A killed
   * process's last statement, which may be its commit, has ended too.
   */
  readonly live: (work: () => Promise<void>, death: Kill | null) => Promise<boolean>
  /** The same, but leaves the last statement of a killed process running beside what follows. */
  readonly linger: (work: () => Promise<void>, death: Kill | null) => Promise<boolean>
  /** Waits until PostgreSQL has ended all that killed processes left running. */
  readonly gone: () => Promise<void>
}

/** The sessions of a killable process apart from the one that asks. */
const OTHERS = 'select pid from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()'

export function newKillableProcess(url: string): KillableProcess {
  const name = `killable_${randomBytes(6).toString('hex')}`
  const named = new URL(url)
  named.searchParams.set('application_name', name)
  const pool = openPool(named.href, 1, newLogger('silent'))
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

  const linger = async (work: () => Promise<void>, death: Kill | null): Promise<boolean> => {
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
  }

  const gone = async (): Promise<void> => {
    const isGone = async () => (await pool.query(OTHERS, [name])).rowCount === 0
    await vi.waitUntil(isGone, { timeout: patient(30_000), interval: 2 })
  }

  return {
    pool,
    linger,
    gone,
    live: async (work, death) => {
      const isDone = await linger(work, death)
      if (deaths.length > 0) await gone()
      return isDone
    },
  }
}
