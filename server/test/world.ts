import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { CallOf, ReplyOf } from '@hongyan/contract/endpoint'
import { session } from '@hongyan/contract/endpoints/account/session'
import type { AccountId } from '@hongyan/contract/ids'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import { inject } from 'vitest'
import type { Payments } from '../src/compose/payments.ts'
import { sealedColumns } from '../src/compose/sealed-columns.ts'
import { composeServer } from '../src/compose/server.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { openKysely, openPool } from '../src/db/connect.ts'
import type { Schema } from '../src/db/schema.ts'
import { createAccount, homeZone, type NewAccount } from '../src/features/account/account/create.ts'
import { openSession } from '../src/features/account/session/service.ts'
import type { Row, Source } from '../src/http/implement.ts'
import { actionOf } from '../src/http/recorded.ts'
import { SESSION_COOKIE } from '../src/http/session-cookies.ts'
import type { OwnMessages } from '../src/gateway/own-messages.ts'
import type { Loops } from '../src/jobs/loops.ts'
import { settableClock, type SettableClock } from '../src/kit/clock.ts'
import { type Logger, newLogger } from '../src/kit/logger.ts'
import type { SecretBox } from '../src/kit/secret-box.ts'
import { openKeys } from '../src/keys/open-keys.ts'
import { cheapHash } from './cheap-hash.ts'
import { newWorldDatabase } from './cluster.ts'
import { FIRST_MOMENT } from './world-template.ts'
import { memoryFolder } from './memory-folder.ts'

/** The origin of the console. The server refuses writes from any other origin. */
export const ORIGIN = 'http://localhost'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: unknown
}

/** The parts of a call without the types of its row, so that a test can also send invalid ones. */
export interface Extras {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The names of the parts that a call of this row requires. */
type Needed<R> = {
  [K in keyof CallOf<R>]: Partial<CallOf<R>[K]> extends CallOf<R>[K] ? never : K
}[keyof CallOf<R>]

type PartsOf<R> = [Needed<R>] extends [never] ? [parts?: Partial<CallOf<R>>] : [parts: CallOf<R>]

/** A client of the console's API, signed in or not. Writes carry the console's origin. */
export interface Visitor {
  /** Calls a row and returns the response, whatever its status. */
  ask(row: Row, parts?: Extras): Promise<Answer>
  /** Calls a row and returns its reply. Throws unless the call succeeds. */
  call<R extends Row>(row: R, ...parts: PartsOf<R>): Promise<ReplyOf<R>>
}

export interface SignedIn extends Visitor {
  readonly id: AccountId
  readonly email: string
  readonly password: string
  /** The Cookie header. */
  readonly cookie: string
}

export type AccountChoice = Partial<Omit<NewAccount, 'balance' | 'password_hash'>> & {
  readonly balance?: string
  readonly password?: string
}

/**
 * A whole server on a database of its own. Its clock stands still until a test sets it.
 */
export interface World {
  readonly app: FastifyInstance
  /** The address at which it listens. */
  readonly address: string
  readonly clock: SettableClock
  readonly db: Kysely<Schema>
  readonly pool: Pool
  readonly log: Logger
  readonly secrets: SecretBox
  readonly config: Config
  readonly databaseUrl: string
  /** Sends the product's own text messages. */
  readonly messages: OwnMessages
  readonly metrics: Registry
  readonly payments: Payments
  /**
   * The loops of the send API run, except the proof of the ledger. The others do not; a test runs them once with
   * `loops.run(name)`.
   */
  readonly loops: Loops
  /** Creates an account and signs in to it. */
  account(choice?: AccountChoice): Promise<SignedIn>
  visitor(headers?: Readonly<Record<string, string>>): Visitor
  close(): Promise<void>
}

export async function newWorld(env: Record<string, string> = {}, log = newLogger('silent')): Promise<World> {
  const database = await newWorldDatabase()
  const clock = settableClock(FIRST_MOMENT)
  const dataDir = await mkdtemp(path.join(memoryFolder(), 'world-'))
  const config = readConfig({ SECRET_KEYS: inject('worldKeys'), DATA_DIR: dataDir, ...env }, '/nowhere')
  const pool = openPool(database.url, 10, log)
  const secrets = await openKeys({ pool, config, columns: sealedColumns })
  const db = openKysely<Schema>(pool)
  const parts = { config, pool, db, clock, log, secrets, consoleDir: '/nowhere', checkReplies: true }
  const composed = await composeServer({
    ...parts,
    database: { url: database.url, isUp: () => true, hasRoom: () => true },
  })
  const { server: app, metrics, gateway, payments, loops } = composed
  const { messages } = gateway
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  gateway.start()
  // The proof of the ledger would begin after a minute, in the middle of a long file.
  loops.start(gateway.loops.map(({ name }) => name).filter((name) => name !== 'ledger-proof'))
  const world = {
    app,
    address,
    clock,
    db,
    pool,
    log,
    secrets,
    config,
    databaseUrl: database.url,
    messages,
    metrics,
    payments,
    loops,
  }
  return {
    ...world,
    visitor: (headers = {}) => visitorOf(app, headers),
    account: (choice = {}) => newAccount(world, choice),
    close: async () => {
      await composed.stop()
      await pool.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let made = 0

/** A sign-in through `app.inject`, as the server sees it. */
const SIGN_IN: Source = {
  action: actionOf(session.create),
  address: '127.0.0.1',
  userAgent: 'lightMyRequest',
  origin: ORIGIN,
  device: null,
}

/** Creates an account and opens its session in one transaction: the steps of a sign-in before that cost as much again. */
async function newAccount(
  { app, db, clock, secrets }: Pick<World, 'app' | 'db' | 'clock' | 'secrets'>,
  choice: AccountChoice,
): Promise<SignedIn> {
  const { balance = '100', password = 'wild goose', ...chosen } = choice
  const partition = chosen.partition ?? 'us'
  const fields = {
    email: `owner-${(made += 1)}@example.com`,
    password_hash: await cheapHash(password),
    partition,
    currency: partition === 'cn' ? 'CNY' : 'USD',
    time_zone: homeZone[partition],
    level: 2,
    ...chosen,
    balance: parseMicros(balance) ?? ZERO,
  } as const
  const email = fields.email ?? ''
  const { id, token } = await db.transaction().execute(async (tx) => {
    const created = await createAccount(tx, clock, fields)
    if (created === null) throw new Error(`${email} is taken`)
    const opened = await openSession(tx, { clock, secrets }, { id: created, partition }, SIGN_IN, null)
    return { id: created, token: opened.token }
  })
  const cookie = `${SESSION_COOKIE}=${token}`
  return { ...visitorOf(app, { cookie }), id, email, password, cookie }
}

/** The cookies that a response sets, as a Cookie header. */
export function cookieOf({ headers }: Answer): string {
  const set = headers['set-cookie']
  const lines = set === undefined ? [] : [set].flat().map(String)
  return lines.map((line) => line.split(';')[0]).join('; ')
}

const visitorOf = (app: FastifyInstance, own: Readonly<Record<string, string>>): Visitor =>
  visitorOver((request) => app.inject(request), own)

/** Delivers a request of the console to a server. */
export type Delivery = (request: {
  readonly method: 'GET'
  readonly url: string
  readonly query: Record<string, string>
  readonly headers: Record<string, string>
  readonly payload?: object
}) => Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'rawPayload'>>

/** A visitor whose requests go this way, with headers of its own. */
export function visitorOver(deliver: Delivery, own: Readonly<Record<string, string>>): Visitor {
  const ask = async (row: Row, { params = {}, query = {}, body, headers = {} }: Extras = {}): Promise<Answer> => {
    const [method = '', path = ''] = row.address.split(' ')
    const reply = await deliver({
      method: method as 'GET', // every address begins with an HTTP method
      url: `/api${fill(path, params)}`,
      query: strings(query),
      headers: { ...(method === 'GET' ? {} : { origin: ORIGIN }), ...own, ...headers },
      ...(body === undefined ? {} : { payload: body as object }), // tests also send bodies that are no objects
    })
    return { status: reply.statusCode, headers: reply.headers, body: bodyOf(reply) }
  }
  return {
    ask,
    call: async <R extends Row>(row: R, ...[parts]: PartsOf<R>) => {
      const answer = await ask(row, parts)
      if (answer.status < 200 || answer.status > 299) {
        throw new Error(`${row.address} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      return row.reply.parse(answer.body) as ReplyOf<R> // parsed by the row's own schema
    },
  }
}

/** Parses a JSON body. A PDF stays bytes and a CSV file text. */
function bodyOf(reply: Pick<LightMyRequestResponse, 'body' | 'rawPayload' | 'headers'>): unknown {
  const type = String(reply.headers['content-type'])
  if (type === 'application/pdf') return reply.rawPayload
  return type.startsWith('text/csv') ? reply.body : reply.body === '' ? null : JSON.parse(reply.body)
}

const strings = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]))

const fill = (path: string, params: unknown): string =>
  Object.entries(strings(params)).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, encodeURIComponent(value)),
    path,
  )
