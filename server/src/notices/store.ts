import type { AccountId, NoticeId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** Marks the notices with these ids as read, or all without ids. A notice that is read keeps its moment. */
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

/** Deletes older notices, and of each account all but its newest ones. A notice with a message to deliver stays. */
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
