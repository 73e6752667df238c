import type { AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import type { AccountId } from '@hongyan/contract/ids'
import { type Sort, sortParts } from '@hongyan/contract/vocabulary/sorting'
import { type Kysely, type Selectable, sql } from 'kysely'
import { countReachable } from '../../../db/reachable-count.ts'
import type { Schema } from '../../../db/schema.ts'
import type { AuditEntryTable } from '../../../db/schema/audit.ts'

/** The filters of the list; days are those of the account's zone, both included. */
export type Filters = { readonly [K in 'from' | 'to' | 'action']?: string | undefined } & {
  readonly [K in 'actor' | 'outcome']?: AuditEntry[K] | undefined
}

export type EntryRow = Omit<Selectable<AuditEntryTable>, 'account_id'>

const columns = [
  'id',
  'at',
  'actor',
  'operator',
  'session_id',
  'address',
  'user_agent',
  'action',
  'subject',
  'outcome',
  'error',
  'changes',
] as const

export async function zoneOf(db: Kysely<Schema>, account: AccountId): Promise<string> {
  const row = await db.selectFrom('account').select('time_zone').where('id', '=', account).executeTakeFirstOrThrow()
  return row.time_zone
}

interface Paging {
  readonly limit: number
  readonly offset: number
  readonly sort: Sort<'at'>
}

/** Entries have their ids in the order of their times. */
export const readEntries = (
  db: Kysely<Schema>,
  account: AccountId,
  zone: string,
  filters: Filters,
  { limit, offset, sort }: Paging,
): Promise<EntryRow[]> =>
  filtered(db, account, zone, filters)
    .select(columns)
    .orderBy('id', sortParts(sort).direction)
    .limit(limit)
    .offset(offset)
    .execute()

/**
 * The newest entries up to a number, in pages of `limit`, newest first: ten thousand with all of their changes would
 * fill hundreds of megabytes at once.
 */
export async function* newestEntries(
  db: Kysely<Schema>,
  account: AccountId,
  zone: string,
  filters: Filters,
  { limit, most }: { readonly limit: number; readonly most: number },
): AsyncGenerator<readonly EntryRow[]> {
  const all = filtered(db, account, zone, filters)
  let before: EntryRow['id'] | undefined
  for (let left = most; left > 0; left -= limit) {
    const rows = await (before === undefined ? all : all.where('id', '<', before))
      .select(columns)
      .orderBy('id', 'desc')
      .limit(Math.min(limit, left))
      .execute()
    yield rows
    if (rows.length < limit) return
    before = rows.at(-1)?.id
  }
}

export const countEntries = (db: Kysely<Schema>, account: AccountId, zone: string, filters: Filters): Promise<number> =>
  countReachable(db, filtered(db, account, zone, filters))

const filtered = (db: Kysely<Schema>, account: AccountId, zone: string, filters: Filters) => {
  const { from, to, actor, outcome, action } = filters
  return db
    .selectFrom('audit_entry')
    .where('account_id', '=', account)
    .$if(from !== undefined, (q) => q.where(sql<boolean>`at >= ${from}::date::timestamp at time zone ${zone}`))
    .$if(to !== undefined, (q) => q.where(sql<boolean>`at < (${to}::date + 1)::timestamp at time zone ${zone}`))
    .$if(actor !== undefined, (q) => q.where(sql<boolean>`actor = ${actor}`))
    .$if(outcome !== undefined, (q) => q.where(sql<boolean>`outcome = ${outcome}`))
    .$if(action !== undefined, (q) => q.where(sql<boolean>`starts_with(action, ${action})`))
}
