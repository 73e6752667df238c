import type { Notice } from '@hongyan/contract/endpoints/account/notices'
import { type AccountId, NoticeId } from '@hongyan/contract/ids'
import { list } from '@hongyan/contract/limits/screens'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** The highest number of unread notices that the bell shows. */
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
