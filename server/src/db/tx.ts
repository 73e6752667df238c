import { CompiledQuery, type Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** A named SQL text: PostgreSQL keeps the plan under this name for the life of a connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

export const statement = (name: string, text: string): Statement => ({ name, text })

/** An open transaction, as the ledger, the limits and the gateway see it. */
export interface Tx {
  readonly run: <Row>(what: Statement, values: readonly unknown[]) => Promise<readonly Row[]>
}

const onClient = (client: PoolClient): Tx => ({
  run: async <Row>({ name, text }: Statement, values: readonly unknown[]) =>
    (await client.query({ name, text, values: [...values] })).rows as Row[], // pg does not know a statement's row shape
})

/**
 * Runs `work` in one transaction of its own; an exception rolls everything back. Statements that `work` starts without
 * waiting for one another share a round trip and run in the order in which they were started.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Not awaited: it travels with the first statement, and if it fails, that statement fails as well.
    const begun = client.query('begin')
    begun.catch(() => undefined)
    const result = await work(onClient(client))
    await begun
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

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
