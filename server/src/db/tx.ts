import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** A named SQL text: PostgreSQL keeps the plan under this name for the life of a connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

const texts = new Map<string, string>()

/** Names a text. Throws for a name of another text: a connection that has run one would refuse the other. */
export function statement(name: string, text: string): Statement {
  if ((texts.get(name) ?? text) !== text) throw new Error(`${name} is the name of another statement`)
  texts.set(name, text)
  return { name, text }
}

/** An open transaction, as the ledger, the limits and the gateway see it. */
export interface Tx {
  readonly run: <Row>(what: Statement, values: readonly unknown[]) => Promise<readonly Row[]>
}

/** `sent` gets the end of each statement, in their order. */
const onClient = (client: PoolClient, sent: Promise<unknown>[] = []): Tx => ({
  run: async <Row>({ name, text }: Statement, values: readonly unknown[]) => {
    const ended = client.query({ name, text, values: [...values] })
    sent.push(ended)
    return (await ended).rows as Row[] // pg does not know a statement's row shape
  },
})

/**
 * Runs `work` in one transaction of its own; an exception rolls everything back. Statements that `work` starts without
 * waiting for one another share a round trip and run in the order in which they were started.
 */
export const inTransaction = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  onConnection(pool, async (client) => {
    // Not awaited: it travels with the first statement, and if it fails, that statement fails as well.
    const begun = client.query('begin')
    begun.catch(() => undefined)
    const result = await work(onClient(client))
    await begun
    await client.query('commit')
    return result
  })

/** Lends a connection to a transaction, which an exception rolls back. A connection that cannot do so is closed. */
export async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Statements of a flight know their rows by key, and their plans live as long as their connection: a plan that was made
 * while a table was small must not read it whole once it is large. For few rows PostgreSQL would plan some statements
 * anew for each call, which costs more than the call.
 */
const BY_KEY = 'set local enable_seqscan = off; set local plan_cache_mode = force_generic_plan'

const begin = ({ lockTimeout }: Flight): string => `begin; set local lock_timeout = ${lockTimeout}; ${BY_KEY}`

/** A transaction that runs in one round trip: every statement is on the wire before the first result returns. */
export interface Flight {
  /** Milliseconds that a statement of the flight waits for a lock. */
  readonly lockTimeout: number
}

/**
 * Runs the statements that `issue` starts, and their commit, in one round trip. `issue` must start all of them before it
 * waits for any: a statement that is started later would run outside the transaction. A failed statement fails the
 * flight, which then leaves nothing behind.
 */
export const inOneFlight = <T>(pool: Pool, flight: Flight, issue: (tx: Tx) => Promise<T>): Promise<T> =>
  onConnection(pool, async (client) => {
    const { stream } = (client as unknown as Corked).connection // pg does not declare its socket
    stream.cork()
    const begun = client.query(begin(flight))
    const sent: Promise<unknown>[] = []
    const value = issue(onClient(client, sent))
    const committed = client.query('commit')
    stream.uncork()
    await all([begun, ...sent, value, committed])
    return value
  })

/**
 * A transaction whose last round trip carries the commit: `read` gets what `write` needs, and `write` starts all other
 * statements. `write` must start all of them before it waits for any.
 */
export const inLastFlight = <Found, Result>(
  pool: Pool,
  flight: Flight,
  read: (tx: Tx) => Promise<Found>,
  write: (tx: Tx, found: Found) => { readonly written: Promise<unknown>; readonly result: Result },
): Promise<Result> =>
  onConnection(pool, async (client) => {
    const { stream } = (client as unknown as Corked).connection // pg does not declare its socket
    stream.cork()
    const begun = client.query(begin(flight))
    const reading = read(onClient(client))
    stream.uncork()
    await all([begun, reading])
    stream.cork()
    const sent: Promise<unknown>[] = []
    const { written, result } = write(onClient(client, sent), await reading)
    const committed = client.query('commit')
    stream.uncork()
    await all([...sent, written, committed])
    return result
  })

/** Statements of the hot path on their own, each in a flight. */
export const inFlights = (pool: Pool, flight: Flight): Tx => ({
  run: (what, values) => inOneFlight(pool, flight, (tx) => tx.run(what, values)),
})

/** Waits for all, and throws the first failure: it is the cause of those after it. */
async function all(steps: readonly Promise<unknown>[]): Promise<void> {
  for (const step of await Promise.allSettled(steps)) if (step.status === 'rejected') throw step.reason
}

interface Corked {
  readonly connection: { readonly stream: { readonly cork: () => void; readonly uncork: () => void } }
}

const MISFIT = 'HY001'

/** SQL that fails its transaction unless `found` equals `expected` (migration 0024). */
export const expectRows = (found: string, expected: string, subject: string): string =>
  `select expect_rows((${found}), ${expected}, '${subject}')`

/** True where a conditional statement of a flight did not reach all of its rows. */
export const isMisfit = (error: unknown): boolean => codeOf(error) === MISFIT

/** True where PostgreSQL ended a wait: a lock that is held too long, a cancelled statement, a deadlock. */
export const isContention = (error: unknown): boolean => ['55P03', '57014', '40P01'].includes(codeOf(error))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** A statement on its own, outside any transaction of ours. */
export const alone = (pool: Pool): Tx => ({
  run: async <Row>({ name, text }: Statement, values: readonly unknown[]) =>
    (await pool.query({ name, text, values: [...values] })).rows as Row[], // pg does not know a statement's row shape
})

/** Makes a Tx of a Kysely transaction, so that a feature can call the ledger, the limits and the audit log. */
export const txOf = (kysely: Pick<Kysely<unknown>, 'executeQuery'>): Tx => ({
  run: async <Row>({ text }: Statement, values: readonly unknown[]) =>
    (await kysely.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows,
})
