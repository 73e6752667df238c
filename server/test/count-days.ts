import type { AccountId } from '@hongyan/contract/ids'
import type { World } from './world.ts'

/** One day of an account. */
export interface DayFigures {
  /** YYYY-MM-DD in the account's zone. */
  readonly day: string
  readonly msg_cnt: number
  readonly to_cnt: number
  readonly succ_msg_cnt: number
}

const COUNT = `insert into daily as d (account_id, day, msg_cnt, to_cnt, succ_msg_cnt) values ($1, $2, $3, $4, $5)
  on conflict (account_id, day) do update set msg_cnt = d.msg_cnt + excluded.msg_cnt,
    to_cnt = d.to_cnt + excluded.to_cnt, succ_msg_cnt = d.succ_msg_cnt + excluded.succ_msg_cnt`

/** Counts whole days without their messages. */
export async function countDays({ pool }: World, account: AccountId, days: readonly DayFigures[]): Promise<void> {
  for (const { day, msg_cnt, to_cnt, succ_msg_cnt } of days)
    await pool.query(COUNT, [account, day, msg_cnt, to_cnt, succ_msg_cnt])
}
