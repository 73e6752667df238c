// How long the built server takes until it says it is ready, on an empty DATA_DIR and on one it knows, beside what
// PostgreSQL alone takes for the same: initdb, and its own start.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDataDir } from '../server/src/db/data-dir.ts'
import { postgresBinaries } from '../server/src/db/postgres-binaries.ts'
import { openCluster } from '../server/src/db/postgres-cluster.ts'
import { launchPostgres, stopPostgres } from '../server/src/db/postgres-process.ts'
import { makeSocketDir, socketDirFor } from '../server/src/db/postgres-socket.ts'
import { postgresUser } from '../server/src/db/postgres-user.ts'
import { startProcess } from '../server/test/process.ts'
import { type Spread, spreadOf } from './figures/spread.ts'
import { printTable } from './figures/table.ts'
import { writeWitness } from './figures/witness.ts'

const RUNS = 5

interface Run {
  /** To `ready` on an empty DATA_DIR, demo and all. */
  readonly empty: number
  /** To `ready` on the same DATA_DIR again. */
  readonly second: number
  readonly initdb: number
  /** PostgreSQL alone, on a cluster that was stopped in order. */
  readonly postgres: number
}

async function millisOf<T>(work: () => Promise<T>): Promise<{ readonly millis: number; readonly made: T }> {
  const started = performance.now()
  const made = await work()
  return { millis: performance.now() - started, made }
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-start-'))
  chmodSync(folder, 0o755)
  return use(folder).finally(() => rmSync(folder, { recursive: true }))
}

async function startOnce(dataDir: string): Promise<number> {
  const { millis, made } = await millisOf(async () => {
    const server = startProcess({ DATA_DIR: dataDir, SEED: 'demo' })
    await server.ready()
    return server
  })
  made.signal('SIGTERM')
  await made.ended()
  return millis
}

const ours = (): Promise<Pick<Run, 'empty' | 'second'>> =>
  inFolder(async (folder) => {
    const dataDir = path.join(folder, 'data')
    return { empty: await startOnce(dataDir), second: await startOnce(dataDir) }
  })

const theirs = (): Promise<Pick<Run, 'initdb' | 'postgres'>> =>
  inFolder(async (folder) => {
    const dataDir = openDataDir(path.join(folder, 'data'))
    const binaries = postgresBinaries()
    const sockets = socketDirFor(dataDir)
    const user = postgresUser([binaries.root, path.dirname(binaries.postgres), dataDir, path.dirname(sockets)])
    const cluster = await millisOf(() => openCluster(dataDir, binaries, user))
    makeSocketDir(sockets, user)
    const place = { binaries, user, data: cluster.made.data, sockets }
    await stopPostgres(await launchPostgres(place))
    const start = await millisOf(() => launchPostgres(place))
    await stopPostgres(start.made)
    rmSync(sockets, { recursive: true, force: true })
    return { initdb: cluster.millis, postgres: start.millis }
  })

const runs: Run[] = []
for (let nr = 0; nr < RUNS; nr += 1) runs.push({ ...(await ours()), ...(await theirs()) })

const spread = (figure: keyof Run): Spread => spreadOf(runs.map((run) => run[figure]))
printTable(`from nothing to ready, ${RUNS} runs`, [
  { figure: 'empty DATA_DIR', unit: 'ms', runs: spread('empty') },
  { figure: 'of which initdb alone would take', unit: 'ms', runs: spread('initdb') },
  { figure: 'second start', unit: 'ms', runs: spread('second') },
  { figure: 'of which PostgreSQL alone would take', unit: 'ms', runs: spread('postgres') },
])
const median = (figure: keyof Run): number => Math.round(spread(figure).median)
const figures = {
  start_empty_ms: median('empty'),
  start_second_ms: median('second'),
  initdb_ms: median('initdb'),
  postgres_start_ms: median('postgres'),
}
writeWitness('start', { figures, runs })
console.log(JSON.stringify(figures))
