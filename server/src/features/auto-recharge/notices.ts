import type { AccountId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { type Insertable, sql, type Transaction } from 'kysely'
import type { RechargeNoticeTable, Schema } from '../../db/schema.ts'
import { uuidv7 } from '../../kit/ids.ts'

export type NoticeKind = RechargeNoticeTable['kind']
type NewNotice = Pick<Insertable<RechargeNoticeTable>, 'account_id' | 'id' | 'kind' | 'amount_micros' | 'at'>

/** The owner will be told. */
export async function notice(tx: Transaction<Schema>, row: NewNotice): Promise<void> {
  await tx.insertInto('recharge_notice').values(row).execute()
}

const DAY = 24 * 3_600_000

/** That nothing more is charged before the account's next day: told once in a day, however often it is looked at. */
export async function noticeCapped(
  tx: Transaction<Schema>,
  account: AccountId,
  amount: Micros,
  now: Date,
  tomorrow: Date,
): Promise<void> {
  const today = new Date(tomorrow.getTime() - DAY)
  await sql`
    insert into recharge_notice (account_id, id, kind, amount_micros, at)
    select ${account}::uuid, ${uuidv7(now)}::uuid, 'capped', ${amount}::bigint, ${now}::timestamptz
     where not exists (
       select from recharge_notice where account_id = ${account} and kind = 'capped' and at >= ${today}::timestamptz
     )`.execute(tx)
}
