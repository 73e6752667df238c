import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '@hongyan/contract/ids'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool, QueryResultRow } from 'pg'
import { inject } from 'vitest'
import { openKysely, openPool } from '../src/db/connect.ts'
import type { Schema } from '../src/db/schema.ts'
import { createAccount, homeZone } from '../src/features/account/account/create.ts'
import { issueCredential } from '../src/features/messaging/credentials/issue.ts'
import { systemClock } from '../src/kit/clock.ts'
import { newLogger } from '../src/kit/logger.ts'
import { readKeyFile } from '../src/keys/key-file.ts'
import { secretBox } from '../src/kit/secret-box.ts'
import { cheapHash } from './cheap-hash.ts'
import { startCommand, startProcess } from './process.ts'
import type { IssuedCredential } from './retrying-clients.ts'
import { signalThose } from './signals.ts'
import { type Sink, startSink } from './sink.ts'
import { patient } from './patience.ts'
import { memoryFolder } from './memory-folder.ts'

const FULL = process.env['SCALE'] === 'full'

/** A server process of a house. */
export interface HouseServer {
  readonly address: () => string
  readonly pid: () => number
  /** The lines of its log so far. */
  readonly log: () => readonly string[]
  /** Kills it with SIGKILL and starts a new one. Resolves when that one is ready. */
  kill(): Promise<void>
}

/** A built server with its own database and a sink as its carrier. A test can kill each of them at any time. */
export interface House {
  /** The server that runs PostgreSQL. */
  readonly server: HouseServer
  /** The address of the running server. */
  readonly address: () => string
  /** The DATA_DIR of the server that runs PostgreSQL. */
  readonly dataDir: string
  readonly databaseUrl: string
  readonly sink: Sink
  /** One credential in simple mode and one in HMAC mode. */
  readonly credentials: readonly IssuedCredential[]
  /** The credentials of the further accounts, in their order. */
  readonly accounts: readonly AccountCredential[]
  /** Queries the server's database directly. */
  readonly rows: <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Runs the command line beside the server. Returns its JSON output. */
  readonly command: (...words: readonly string[]) => Promise<unknown>
  /**
   * Kills all PostgreSQL processes with SIGKILL, as when the machine fails. Resolves when the server is ready again.
   */
  killPostgres(): Promise<void>
  /** Starts one more server on the same database and the same sink. Resolves when it is ready. */
  startAnother(): Promise<HouseServer>
  /** The process ids of all processes except the sink and further servers. */
  readonly processes: () => { readonly server: number; readonly postgres: readonly number[] }
  close(): Promise<void>
}

export interface HouseChoice {
  /** The balance of the sending account, as the command line accepts it. */
  readonly balance: string
  /** Milliseconds between a submission and the sink's response. */
  readonly sinkDelay: number
  /** Extra settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
  /** The rates of further accounts, in parts per second; 0 is unlimited. Each has the balance above. */
  readonly accounts?: readonly number[]
}

/** A further account with a credential in simple mode. */
export interface AccountCredential extends IssuedCredential {
  readonly account: AccountId
}

export async function startHouse({ balance, sinkDelay, settings = {}, accounts = [] }: HouseChoice): Promise<House> {
  const folder = mkdtempSync(path.join(memoryFolder(), 'hongyan-house-'))
  chmodSync(folder, 0o755)
  const sink = await startSink(path.join(folder, 'sink.jsonl'), sinkDelay)
  const env = { DATA_DIR: path.join(folder, 'data'), SANDBOX_SINK: sink.address, ...settings }
  // Vitest prepares an empty database once. A benchmark's server makes its own.
  if (process.env['VITEST'] !== undefined) execFileSync('cp', ['--archive', inject('emptyDataDir'), env.DATA_DIR])
  const server = await startHouseServer(env).catch(async (error: unknown) => {
    await sink.stop()
    throw error
  })
  const databaseUrl = databaseOf(env.DATA_DIR)
  const pool = openPool(databaseUrl, 2, newLogger('silent'))
  const office = { pool, keys: keysIn(env.DATA_DIR), balance }
  const sender = { email: 'sender@example.com', tps: 0 }
  const credentials = await newSender(office, sender, [AuthMode.Simple, AuthMode.Hmac])
  const further = accounts.map((tps, nr) =>
    newSender(office, { email: `sender-${nr}@example.com`, tps }, [AuthMode.Simple]),
  )
  const others: StoppableServer[] = []
  return {
    server,
    sink,
    credentials,
    accounts: (await Promise.all(further)).flat(),
    address: server.address,
    dataDir: env.DATA_DIR,
    databaseUrl,
    command: (...words) => hongyan(env, words),
    rows: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    async killPostgres() {
      signalThose(processesOf(env.DATA_DIR), 'SIGKILL')
      await until(async () => (await statusOf(`${server.address()}/readyz`)) === 200)
    },
    async startAnother() {
      const own = { DATA_DIR: path.join(folder, `data-${others.length + 2}`), DATABASE_URL: databaseUrl }
      const another = await startHouseServer({ ...env, ...own, SECRET_KEYS: keysIn(env.DATA_DIR) })
      others.push(another)
      return another
    },
    processes: () => ({ server: server.pid(), postgres: processesOf(env.DATA_DIR) }),
    async close() {
      await Promise.all(others.map((other) => other.stop()))
      await Promise.all([server.stop(), pool.end()])
      await sink.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A server that a test stops or kills. */
export interface StoppableServer extends HouseServer {
  /** Stops it, unless it has ended. */
  stop(): Promise<void>
}

export async function startHouseServer(env: Record<string, string>): Promise<StoppableServer> {
  let server = startProcess(env)
  let address = await server.ready()
  return {
    address: () => address,
    pid: () => server.pid,
    log: () => server.log(),
    async kill() {
      server.signal('SIGKILL')
      await server.ended()
      server = startProcess(env)
      address = await server.ready()
    },
    async stop() {
      server.signal('SIGTERM')
      await server.ended()
    },
  }
}

/** Polls for at most `seconds`: at first every ten milliseconds, then less often, so that a long wait costs little. */
export async function until(condition: () => Promise<boolean>, seconds = 60): Promise<void> {
  const started = Date.now()
  const deadline = started + patient(seconds * 1000)
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} s: ${condition.toString()}`)
    await sleep(Math.min(10 + (Date.now() - started) / 20, 100))
  }
}

const HASTEN = 'update outbox set query_at = now() where query_at > now()'
const OPEN = 'select from message where status in (0, 3, 13) limit 1'

/**
 * Waits until every message has ended. What is in doubt is queried at once: the pauses of twelve seconds and more allow
 * for connections that are still open, and those of a killed process are not. A full run waits for them.
 */
export const untilEnded = ({ rows }: Pick<House, 'rows'>, seconds = 90): Promise<void> =>
  until(async () => {
    if (!FULL) await rows(HASTEN)
    return (await rows(OPEN)).length === 0
  }, seconds)

export interface Office {
  readonly pool: Pool
  /** The SECRET_KEYS of its servers. */
  readonly keys: string
  readonly balance: string
}

/** Opens an account without the command line, which takes a second, with a credential for each mode. */
export async function newSender(
  { pool, keys, balance }: Office,
  { email, tps }: { readonly email: string; readonly tps: number },
  modes: readonly AuthMode[],
): Promise<readonly AccountCredential[]> {
  const deps = { clock: systemClock, secrets: secretBox(keys) }
  const place = { partition: 'us', currency: 'USD', time_zone: homeZone.us, level: TrustLevel.Verified } as const
  const password_hash = await cheapHash('wild goose')
  const own = { ...place, email, password_hash, tps, balance: parseMicros(balance) ?? ZERO }
  return openKysely<Schema>(pool)
    .transaction()
    .execute(async (tx) => {
      const account = await createAccount(tx, systemClock, own)
      if (account === null) throw new Error(`${email} is taken`)
      const issued: AccountCredential[] = []
      for (const mode of modes) {
        const credential = await issueCredential(tx, deps, account, {
          mode,
          type: CredentialType.Ordinary,
          scene: MessageScene.Notification,
        })
        issued.push({ ...credential, account })
      }
      return issued
    })
}

async function hongyan(env: Record<string, string>, words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await startCommand([...words, '--json'], env).ended()
  if (code !== 0) throw new Error(`hongyan ${words.join(' ')} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Reads the file in which the server publishes its database for commands. */
function databaseOf(dataDir: string): string {
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8')) as Record<string, string>
  return databaseUrl ?? ''
}

const keysIn = (dataDir: string): string => readKeyFile(dataDir) ?? ''

function processesOf(dataDir: string): readonly number[] {
  const postmaster = Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)]
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status
