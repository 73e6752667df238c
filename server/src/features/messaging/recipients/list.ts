import type { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { AccountId, ListedRecipientId, MessageId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { sortParts } from '@hongyan/contract/vocabulary/sorting'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { firstIdAt } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { setsWith } from '../../../pipeline/listed.ts'
import { readListOwner, readNumber } from './number.ts'
import type { ListedRow } from './store.ts'

export type ListQuery = z.output<typeof recipients.list.query>

/** Rows beyond these are neither counted nor reached by a page. */
const REACHED = limits.exactTotalUpTo + limits.maxLimit + 1

const LAST_DIGITS = /^\d{4}$/

/**
 * Reads a page and the number of rows, no further than the list can page. The filters run once: the page and the count
 * are cut from their result. Entries have their ids in the order in which they were created.
 */
export async function listEntries(
  db: Kysely<Schema>,
  account: AccountId,
  query: ListQuery,
): Promise<{ readonly rows: readonly ListedRow[]; readonly total: number }> {
  const { direction } = sortParts(query.sort)
  const filtered = await filter(db, account, query)
  const found = filtered.select('l.id').orderBy('l.id', direction).limit(REACHED)
  const { rows: page } = await sql<{ id: ListedRecipientId | null; total: number }>`
    with found as materialized (${found}), page as (select id from found limit ${query.limit} offset ${query.offset})
    select page.id, counted.total from (select count(*)::integer as total from found) counted
    left join page on true`.execute(db)
  const ids = page.flatMap(({ id }) => (id === null ? [] : [id]))
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('listed_recipient')
          .selectAll()
          .where('account_id', '=', account)
          .where('id', 'in', ids)
          .orderBy('id', direction)
          .execute()
  return { rows, total: Math.min(page[0]?.total ?? 0, limits.exactTotalUpTo + 1) }
}

async function filter(db: Kysely<Schema>, account: AccountId, query: ListQuery) {
  const { id, reason, scene, source, recipient, message } = query
  const { from, to } = await readDays(db, account, query)
  const toHash = recipient === undefined || LAST_DIGITS.test(recipient) ? null : await hashOf(db, account, recipient)
  return db
    .selectFrom('listed_recipient as l')
    .where('l.account_id', '=', account)
    .$if(from !== null, (of) => of.where(sql<boolean>`l.id >= ${firstIdAt(from ?? new Date(0))}::uuid`))
    .$if(to !== null, (of) => of.where(sql<boolean>`l.id < ${firstIdAt(to ?? new Date(0))}::uuid`))
    .$if(id !== undefined, (of) => of.where(sql<boolean>`l.id = ${id}`))
    .$if(reason !== undefined, (of) => of.where('l.reason', '=', reason ?? 'block'))
    .$if(source !== undefined, (of) => of.where('l.source', '=', source ?? 'entry'))
    .$if(scene !== undefined, (of) => of.where('l.scenes', 'in', setsWith(scene ?? 1)))
    .$if(toHash !== null, (of) => of.where('l.to_hash', '=', toHash ?? Buffer.alloc(0)))
    .$if(toHash === null && recipient !== undefined, (of) => of.where('l.to_last4', '=', recipient ?? ''))
    .$if(message !== undefined, (of) => of.where(isOfMessage(account, message)))
}

const isOfMessage = (account: AccountId, message: MessageId | undefined) =>
  sql<boolean>`l.to_hash = (select m.to_hash from message m where m.account_id = ${account} and m.id = ${message})`

/** The moments at which the first day begins and the last one ends, in the account's time zone. */
async function readDays(db: Kysely<Schema>, account: AccountId, { from, to }: ListQuery) {
  if (from === undefined && to === undefined) return { from: null, to: null }
  const { rows } = await sql<{ readonly from: Date | null; readonly to: Date | null }>`
    select ${from ?? null}::date::timestamp at time zone time_zone as "from",
      (${to ?? null}::date + 1)::timestamp at time zone time_zone as "to"
    from account where id = ${account}`.execute(db)
  return rows[0] ?? { from: null, to: null }
}

async function hashOf(db: Kysely<Schema>, account: AccountId, recipient: string): Promise<Buffer> {
  const number = readNumber(await readListOwner(db, account), recipient)
  if (number === null) throw new Refusal('invalid_request', { field: 'recipient' })
  return number.toHash
}
