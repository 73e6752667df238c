import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import pg from 'pg'
import type { Logger } from '../kit/logger.ts'
import { StartError } from '../kit/start-error.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { openCluster } from './postgres-cluster.ts'
import { launchPostgres, type PostgresPlace, stopPostgres } from './postgres-process.ts'
import { makeSocketDir, socketDirFor } from './postgres-socket.ts'
import { postgresUser } from './postgres-user.ts'

const DATABASE = 'hongyan'
const NO_SUCH_DATABASE = '3D000'
const SHORTEST_PAUSE = 50
const LONGEST_PAUSE = 5 * SECOND

export interface EmbeddedDatabase {
  readonly url: string
  /** False while PostgreSQL is down. It is then restarted at once. */
  readonly isUp: () => boolean
  readonly stop: () => Promise<void>
}

/** Starts the PostgreSQL under a dataDir that the caller has locked, and keeps it running until `stop`. */
export async function startEmbedded(dataDir: string, log: Logger): Promise<EmbeddedDatabase> {
  const binaries = postgresBinaries()
  const sockets = socketDirFor(dataDir)
  const user = postgresUser([binaries.root, path.dirname(binaries.postgres), dataDir, path.dirname(sockets)])
  const { data, password } = await openCluster(dataDir, binaries, user)
  makeSocketDir(sockets, user)
  const place = { binaries, user, data, sockets }
  const first = await launchPostgres(place).catch((error: unknown) => {
    rmSync(sockets, { recursive: true, force: true })
    throw error instanceof StartError
      ? error
      : new StartError(`PostgreSQL in ${data} did not start: ${messageOf(error)}`)
  })
  const supervisor = supervise(place, first, log)
  const stop = async (): Promise<void> => {
    await supervisor.stop()
    rmSync(sockets, { recursive: true, force: true })
  }
  const url = (database: string) =>
    `postgres://hongyan:${password}@localhost/${database}?host=${encodeURIComponent(sockets)}`
  await ensureDatabase(url).catch(async (error: unknown) => {
    await stop()
    throw new StartError(`The database in ${data} does not let us in: ${messageOf(error)}`)
  })
  return { url: url(DATABASE), isUp: supervisor.isUp, stop }
}

function supervise(place: PostgresPlace, first: ChildProcess, log: Logger) {
  let stopping = false
  let child: ChildProcess | null = null
  let restarting: Promise<void> = Promise.resolve()

  const watch = (started: ChildProcess): void => {
    child = started
    started.once('exit', (code, signal) => {
      child = null
      if (stopping) return
      log.error({ exitCode: code, signal }, 'PostgreSQL ended; starting it again')
      restarting = restart()
    })
  }

  const restart = async (): Promise<void> => {
    for (let pause = SHORTEST_PAUSE; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        watch(await launchPostgres(place))
        log.info('PostgreSQL runs again')
        return
      } catch (error) {
        // Helper processes of a killed PostgreSQL hold its shared memory for a moment longer.
        log.warn({ err: error }, 'PostgreSQL does not start yet')
        await sleep(pause)
      }
    }
  }

  watch(first)
  // Stops PostgreSQL at an orderly exit, for systems whose kernel does not signal a child when its parent dies.
  process.once('exit', () => child?.kill('SIGINT'))
  return {
    isUp: () => child !== null,
    stop: async () => {
      stopping = true
      await restarting
      if (child !== null) await stopPostgres(child)
    },
  }
}

/** Makes our database; initdb makes only PostgreSQL's own. A later start finds it and does nothing. */
async function ensureDatabase(url: (database: string) => string): Promise<void> {
  try {
    await withClient(url(DATABASE), async () => undefined)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== NO_SUCH_DATABASE) throw error
    await withClient(url('postgres'), (client) => client.query(`CREATE DATABASE ${DATABASE}`))
  }
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await use(client).finally(() => client.end())
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
