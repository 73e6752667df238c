import { DAY } from '@hongyan/contract/durations'
import type { DayCount, YesterdayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import type { AccountId } from '@hongyan/contract/ids'
import { statistics as limits } from '@hongyan/contract/limits/screens'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { IS_DELIVERED } from '../../../gateway/charged.ts'
import { firstIdAt } from '../../../kit/ids.ts'

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

/** The beginning of yesterday in the account's zone. */
async function yesterdayOf(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Date> {
  const { rows } = await sql<{ start: Date }>`
    select ((${now}::timestamptz at time zone time_zone)::date - 1)::timestamp at time zone time_zone as start
      from account where id = ${account}`.execute(db)
  return rows[0]?.start ?? now
}

/** Yesterday's accepted messages until 24 hours ago, and those of them that were delivered since. */
export async function countYesterday(db: Kysely<Schema>, account: AccountId, now: Date): Promise<YesterdayCount> {
  const start = firstIdAt(await yesterdayOf(db, account, now))
  const end = firstIdAt(new Date(now.getTime() - DAY))
  const { rows } = await sql<{ messages: number; delivered: number }>`
    select count(*)::integer as messages, (count(*) filter (where ${sql.raw(IS_DELIVERED)}))::integer as delivered
      from (select status from message where account_id = ${account} and id >= ${start} and id < ${end}
             and hold_entry is not null limit ${limits.yesterdayMost + 1}) m`.execute(db)
  const { messages = 0, delivered = 0 } = rows[0] ?? {}
  return { msg_cnt: messages, succ_msg_cnt: delivered, exact: messages <= limits.yesterdayMost }
}
