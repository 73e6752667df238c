import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import { type AccountId, NoticeId } from '@hongyan/contract/ids'
import { list } from '@hongyan/contract/limits'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** Counted no further than anybody is told. */
const UNREAD_UP_TO = 99

export interface Paging {
  readonly limit: number
  readonly offset: number
}

/** Newest first. */
export async function readNotices(db: Kysely<Schema>, account: AccountId, paging: Paging): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notice')
    .select(['id', 'kind', 'at', 'read_at', 'details'])
    .where('account_id', '=', account)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(paging.limit)
    .offset(paging.offset)
    .execute()
  return rows.map(({ id, kind, at, read_at, details }) => ({
    id: NoticeId.parse(id),
    kind,
    at: at.toISOString(),
    read: read_at !== null,
    values: details,
  }))
}

export const countNotices = (db: Kysely<Schema>, account: AccountId): Promise<number> =>
  count(db, account, list.exactTotalUpTo + 1, false)

export const countUnread = (db: Kysely<Schema>, account: AccountId): Promise<number> =>
  count(db, account, UNREAD_UP_TO, true)

async function count(db: Kysely<Schema>, account: AccountId, most: number, unread: boolean): Promise<number> {
  const some = db
    .selectFrom('notice')
    .select('id')
    .where('account_id', '=', account)
    .$if(unread, (of) => of.where('read_at', 'is', null))
    .limit(most)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((of) => of.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Those of the ids, without ids all; what was read before keeps its moment. */
export async function markRead(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly NoticeId[] | undefined,
  now: Date,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: now })
    .where('account_id', '=', account)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (of) => of.where('id', 'in', ids ?? []))
    .execute()
}

/** Ends what is older, and of each account what is beyond its newest ones; what still has to go out stays. */
export async function forgetNotices(db: Kysely<Schema>, before: Date, kept: number): Promise<void> {
  await sql`
    delete from notice n using (
      select account_id, id, at, row_number() over (partition by account_id order by at desc, id desc) as place from notice
    ) old
     where n.account_id = old.account_id and n.id = old.id and (old.at < ${before}::timestamptz or old.place > ${kept}::int)
       and not exists (select from notice_letter l where l.account_id = n.account_id and l.notice_id = n.id)`.execute(
    db,
  )
}
