import { list } from '@hongyan/contract/limits/screens'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Counts the rows of a query, up to one more than a list can page through (ruling 31). */
export async function countReachable<Table extends keyof Schema>(
  db: Kysely<Schema>,
  found: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const reachable = found.select(sql.lit(1).as('one')).limit(list.exactTotalUpTo + 1)
  const { total } = await db
    .selectFrom(reachable.as('reachable'))
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
