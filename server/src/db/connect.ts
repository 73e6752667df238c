import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../kit/logger.ts'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const DATE_ARRAY = 1182
const TEXT_ARRAY: number = 1009

/** Parses an array of texts. pg's own types leave the result untyped. */
const texts = (value: string): (string | null)[] => pg.types.getTypeParser(TEXT_ARRAY)(value) as (string | null)[]

/** By the type's number (oid) in PostgreSQL. */
const parsers = new Map<number, (value: string) => unknown>([
  [INT8, BigInt],
  [INT8_ARRAY, (value) => texts(value).map((entry) => (entry === null ? null : BigInt(entry)))],
  // A day is a day in the account's zone, not a moment in this machine's.
  [DATE, String],
  [DATE_ARRAY, texts],
])

/** Whole numbers of 64 bits arrive as bigint, days as YYYY-MM-DD, exact decimals as text. */
const types: pg.CustomTypesConfig = {
  // pg's own signature promises `any` of a parser; ours is called only for text, the format that we request rows in.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}

/** In milliseconds. A statement or a transaction that exceeds its limit fails; no caller waits without end. */
const timeouts = {
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 5000,
  statement_timeout: 15_000,
  connectionTimeoutMillis: 5000,
}

/** Milliseconds after which a pool closes a connection that it does not use. */
const IDLE_FOR = 10_000
/** Keeps every connection that was opened once. */
export const KEPT = 0

export function openPool(url: string, size: number, log: Logger, idleTimeoutMillis = IDLE_FOR): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    idleTimeoutMillis,
    // Networks forget a connection that is silent for some minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'hongyan',
    types,
    ...timeouts,
    // Statements of one transaction that do not wait for one another share a round trip.
    pipeline: true,
  })
  // An idle connection that breaks has no caller to catch the error; the pool makes a new one when one is needed.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export const openKysely = <Tables>(pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Codes of sockets and of name look-ups. */
const lostConnection = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOENT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
)
/** The system calls of connections: a missing file is ENOENT too. */
const ofConnections = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/**
 * PostgreSQL's classes 08 (connection) and 57P (shutting down, crashed, starting), the end of a transaction that stood
 * still with its session (25P03, 25P04), and a standby, which takes no writes (25006).
 */
const shutDown = /^(?:08...|57P0[1-5]|25P0[34]|25006)$/
const pgConnectionError =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection|was closed))/

/** True where the database could not be reached, false where it responded with an error. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (pgConnectionError.test(error.message)) return true
  if (!('code' in error) || typeof error.code !== 'string') return false
  // An attempt at several addresses fails with one error for all of them, which names no system call.
  const isOfConnection =
    error instanceof AggregateError || ('syscall' in error && ofConnections.has(String(error.syscall)))
  return (isOfConnection && lostConnection.has(error.code)) || shutDown.test(error.code)
}

/** PostgreSQL's class 53, no disk, memory or connection left, and an error of its disk. */
export const EXHAUSTED = /^(?:53...|58030)$/

/** True where PostgreSQL has no disk, memory or connection left. The transaction leaves nothing behind. */
export const isExhausted = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && EXHAUSTED.test(error.code ?? '')

/** True where PostgreSQL refused a value: its class 22 (data) or 23 (constraints). */
export const isDataError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

const UNIQUE_VIOLATION = '23505'

/** True where PostgreSQL refused a row because there is one with the same key. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION

/** PostgreSQL's classes of errors that a statement's own values cause: data, constraints, and limits such as a row's size. */
const OF_VALUES = /^(?:22|23|54)/

/**
 * True where an error says nothing about the values that were to be written, such as a lost connection, a lock that is
 * held, a full disk or a shutdown: the same write can succeed later.
 */
export const isPassing = (error: unknown): boolean =>
  isConnectionLoss(error) || (error instanceof pg.DatabaseError && !OF_VALUES.test(error.code ?? ''))
