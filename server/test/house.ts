import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResultRow } from 'pg'
import { openPool } from '../src/db/connect.ts'
import { newLogger } from '../src/kit/logger.ts'
import { startCommand, startProcess } from './process.ts'
import type { IssuedCredential } from './stubborn-clients.ts'
import { type Sink, startSink } from './sink.ts'

/** A built server on its own database, with a sink behind it, whose parts can be killed at any moment. */
export interface House {
  /** Where the server that runs now listens. */
  readonly address: () => string
  readonly sink: Sink
  /** One in simple mode and one that signs. */
  readonly credentials: readonly IssuedCredential[]
  /** Rows of the product's database, read beside the server. */
  readonly rows: <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** The command line beside the server; what it prints. */
  readonly command: (...words: readonly string[]) => Promise<unknown>
  /** kill -9 of the server and, once it is gone, a new one, ready. */
  killServer(): Promise<void>
  /** kill -9 of PostgreSQL with all its processes, as when its machine fails; resolves when the server is ready again. */
  killPostgres(): Promise<void>
  /** The numbers of all that runs here but the sink. */
  readonly processes: () => { readonly server: number; readonly postgres: readonly number[] }
  close(): Promise<void>
}

export interface HouseChoice {
  /** Of the sending account, as the command line takes it. */
  readonly balance: string
  /** Milliseconds between a hand-over and its answer. */
  readonly sinkDelay: number
  /** Settings of the server beside its own. */
  readonly settings?: Readonly<Record<string, string>>
}

export async function startHouse({ balance, sinkDelay, settings = {} }: HouseChoice): Promise<House> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hongyan-house-'))
  chmodSync(folder, 0o755)
  const sink = await startSink(path.join(folder, 'sink.jsonl'), sinkDelay)
  const env = { DATA_DIR: path.join(folder, 'data'), SANDBOX_SINK: sink.address, ...settings }
  let server = startProcess(env)
  let address = await server.ready().catch(async (error: unknown) => {
    await sink.stop()
    throw error
  })
  const pool = openPool(databaseOf(env.DATA_DIR), 2, newLogger('silent'))
  const credentials = await newSender(env, balance)
  return {
    sink,
    credentials,
    address: () => address,
    command: (...words) => hongyan(env, words),
    rows: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    async killServer() {
      server.signal('SIGKILL')
      await server.ended()
      server = startProcess(env)
      address = await server.ready()
    },
    async killPostgres() {
      for (const pid of processesOf(env.DATA_DIR)) killIfThere(pid)
      await until(async () => (await statusOf(`${address}/readyz`)) === 200)
    },
    processes: () => ({ server: server.pid, postgres: processesOf(env.DATA_DIR) }),
    async close() {
      server.signal('SIGTERM')
      await pool.end()
      await server.ended()
      await sink.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Asks every ten milliseconds, for at most `seconds`. */
export async function until(condition: () => Promise<boolean>, seconds = 30): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} s: ${condition.toString()}`)
    await sleep(10)
  }
}

async function newSender(env: Record<string, string>, balance: string): Promise<readonly IssuedCredential[]> {
  const email = 'sender@example.com'
  const owner = ['--email', email, '--password', 'wild goose', '--partition', 'us']
  await hongyan(env, ['account', 'create', ...owner, '--balance', balance, '--tps', '0'])
  const issued: IssuedCredential[] = []
  for (const mode of ['simple', 'hmac']) {
    const found = await hongyan(env, ['credential', 'create', '--account', email, '--mode', mode])
    issued.push(found as IssuedCredential) // what the command prints
  }
  return issued
}

async function hongyan(env: Record<string, string>, words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await startCommand([...words, '--json'], env).ended()
  if (code !== 0) throw new Error(`hongyan ${words.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** The server's own note for commands that join it. */
function databaseOf(dataDir: string): string {
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8')) as Record<string, string>
  return databaseUrl ?? ''
}

function processesOf(dataDir: string): readonly number[] {
  const postmaster = Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)]
}

/** A helper of PostgreSQL's may end by itself before its turn comes. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status
