import type { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { AccountId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { BroadcastRow } from '../../../broadcasts/store.ts'
import type { Schema } from '../../../db/schema.ts'

type ListQuery = z.output<typeof broadcasts.list.query>

/** A page of an account's broadcasts, newest first, and the number of all that match, as far as it is counted. */
export async function findBroadcasts(
  db: Kysely<Schema>,
  account: AccountId,
  { limit, offset, ...filters }: ListQuery,
): Promise<{ readonly rows: readonly BroadcastRow[]; readonly total: number }> {
  const matching = sql`from broadcast b where b.account_id = ${account} and ${all(conditions(account, filters))}`
  const [{ rows }, counted] = await Promise.all([
    sql<BroadcastRow>`select b.* ${matching} order by b.created_at desc, b.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::integer as total from (
      select ${matching} limit ${limits.exactTotalUpTo + 1}) matched`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
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
