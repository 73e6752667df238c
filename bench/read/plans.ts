import { messages } from '@hongyan/contract/endpoints/messaging/messages'
import type { AccountId } from '@hongyan/contract/ids'
import { openKysely, openPool } from '../../server/src/db/connect.ts'
import type { Schema } from '../../server/src/db/schema.ts'
import { pageEnd, scopeOf } from '../../server/src/features/messaging/logs/filter.ts'
import { findIds } from '../../server/src/features/messaging/logs/store.ts'
import { newLogger } from '../../server/src/kit/logger.ts'

const PAGE = 20

type Pool = ReturnType<typeof openPool>

interface Asked {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** A pool for Kysely, which notes the statements that it passes on. */
const noting = (pool: Pool, asked: Asked[]): Pool =>
  ({
    connect: async () => {
      const client = await pool.connect()
      const query = (sql: string, values: unknown[]) => {
        asked.push({ sql, values })
        return client.query(sql, values)
      }
      return { query, release: () => client.release() }
    },
  }) as unknown as Pool // Kysely calls no more of it

/** The plans by which PostgreSQL finds the rows of queries, as the server asks for them. */
export async function plansOf(
  databaseUrl: string,
  account: string,
  queries: Readonly<Record<string, (nr: number) => string>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const pool = openPool(databaseUrl, 1, newLogger('silent'))
  const asked: Asked[] = []
  const db = openKysely<Schema>(noting(pool, asked))
  const plans: Record<string, readonly string[]> = {}
  for (const [name, search] of Object.entries(queries)) {
    const query = messages.list.query.parse(Object.fromEntries(new URLSearchParams(search(0))))
    const scope = await scopeOf(db, account as AccountId, query, new Date()) // the id of a row
    asked.length = 0
    await findIds(db, scope, { before: pageEnd(scope, undefined), limit: PAGE, hasTotal: true })
    const lines: string[] = []
    for (const { sql, values } of asked) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, [...values])
      lines.push(...rows.map((row) => row['QUERY PLAN']))
    }
    plans[name] = lines
  }
  await pool.end()
  return plans
}
