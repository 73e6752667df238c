import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import type { AccountId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

interface CountedDay {
  readonly date: string
  readonly msg_cnt: bigint
  readonly to_cnt: bigint
  readonly succ_msg_cnt: bigint
}

/** The full days before today and today, oldest first, in the account's zone; days without traffic count zero. */
export async function countDays(
  db: Kysely<Schema>,
  account: AccountId,
  fullDays: number,
  now: Date,
): Promise<readonly DayCount[]> {
  const { rows } = await sql<CountedDay>`
    select d.day::date as date, coalesce(c.msg_cnt, 0) as msg_cnt,
           coalesce(c.to_cnt, 0) as to_cnt, coalesce(c.succ_msg_cnt, 0) as succ_msg_cnt
      from account a
     cross join lateral (select (${now}::timestamptz at time zone a.time_zone)::date as day) today
     cross join lateral generate_series(today.day - ${fullDays}::integer, today.day, interval '1 day') as d(day)
      left join daily c on c.account_id = a.id and c.day = d.day::date
     where a.id = ${account}
     order by d.day`.execute(db)
  return rows.map(({ date, msg_cnt, to_cnt, succ_msg_cnt }) => ({
    date,
    msg_cnt: Number(msg_cnt),
    to_cnt: Number(to_cnt),
    succ_msg_cnt: Number(succ_msg_cnt),
  }))
}
