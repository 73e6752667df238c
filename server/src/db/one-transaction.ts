import type { Pool, PoolClient } from 'pg'
import { onConnection } from './tx.ts'

/**
 * Runs `work` in one transaction. `work` gets a pool whose only connection is in that transaction, and whose own
 * transactions are savepoints, so that all of them commit together or not at all. They must run one after the other.
 */
export const inOneTransaction = <T>(pool: Pool, work: (one: Pool) => Promise<T>): Promise<T> =>
  onConnection(pool, async (client) => {
    await client.query('begin')
    const result = await work(poolOf(client))
    await client.query('commit')
    return result
  })

function poolOf(client: PoolClient): Pool {
  let depth = 0
  const asSavepoint = (text: string): string => {
    if (/^(?:begin|start transaction)/.test(text)) return `savepoint nested_${(depth += 1)}`
    if (text === 'commit') return `release savepoint nested_${depth--}`
    if (text === 'rollback') return `rollback to savepoint nested_${depth--}`
    return text
  }
  const query = (what: string | { readonly text: string }, values?: unknown[]): unknown =>
    typeof what === 'string' ? client.query(asSavepoint(what), values) : client.query(what)
  // Flights cork the client's own socket.
  const lent: unknown = Object.assign(Object.create(client), { query, release: () => undefined })
  // Our own code and Kysely call nothing else of a pool.
  return { query, connect: async () => lent, end: async () => undefined } as unknown as Pool
}
