import type { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { AccountId, BroadcastId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { BroadcastRow } from '../../../broadcasts/store.ts'
import type { Schema } from '../../../db/schema.ts'

type ListQuery = z.output<typeof broadcasts.list.query>

/** Rows that a page may reach, and some more, by which a total is known to be higher. */
const REACHED = limits.exactTotalUpTo + limits.maxLimit + 1

interface Found {
  readonly ids: readonly BroadcastId[]
  readonly total: number
}

/**
 * A page of an account's broadcasts, newest first, and the number of all that match, as far as it is counted. One pass
 * finds both: a part of a text has no index.
 */
export async function findBroadcasts(
  db: Kysely<Schema>,
  account: AccountId,
  { limit, offset, ...filters }: ListQuery,
): Promise<{ readonly rows: readonly BroadcastRow[]; readonly total: number }> {
  const { rows: found } = await sql<Found>`
    with matched as materialized (
      select b.id, b.created_at from broadcast b where b.account_id = ${account} and ${all(conditions(account, filters))}
       order by b.created_at desc, b.id desc limit ${REACHED})
    select (select count(*)::integer from matched) as total,
      array(select id from matched order by created_at desc, id desc limit ${limit} offset ${offset}) as ids`.execute(
    db,
  )
  const { ids, total } = found[0] ?? { ids: [], total: 0 }
  if (ids.length === 0) return { rows: [], total }
  const { rows } = await sql<BroadcastRow>`
    select * from broadcast where account_id = ${account} and id = any(${ids}::uuid[])
     order by created_at desc, id desc`.execute(db)
  return { rows, total }
}

function conditions(
  account: AccountId,
  { status, scene, from, to, text }: Omit<ListQuery, 'limit' | 'offset'>,
): readonly RawBuilder<boolean>[] {
  const searched = text?.trim().toLowerCase() ?? ''
  return [
    ...(status === undefined ? [] : [sql<boolean>`b.status = ${status}`]),
    ...(scene === undefined ? [] : [sql<boolean>`b.scene = ${scene}`]),
    ...(from === undefined ? [] : [sql<boolean>`b.created_at >= ${dayBegins(account, sql`${from}::date`)}`]),
    ...(to === undefined ? [] : [sql<boolean>`b.created_at < ${dayBegins(account, sql`${to}::date + 1`)}`]),
    ...(searched === '' ? [] : [sql<boolean>`position(${searched} in b.searched) > 0`]),
  ]
}

/** The moment at which a day of the account's zone begins. */
const dayBegins = (account: AccountId, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select (${day})::timestamp at time zone time_zone from account where id = ${account})`

const all = (wanted: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  wanted.length === 0 ? sql`true` : sql`${sql.join(wanted, sql` and `)}`
