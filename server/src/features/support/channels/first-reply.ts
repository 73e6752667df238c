import { DAY } from '@hongyan/contract/durations'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { statement, type Tx } from '../../../db/tx.ts'

const PERIOD = 30 * DAY
/** Fewer replies than these show no usual time. */
const LEAST = 5
/** The most replies that the median is of, the newest ones. */
const MOST = 1_000

const MEDIAN = statement(
  'ticket.first_reply',
  `select case when count(*) >= ${LEAST} then
     percentile_disc(0.5) within group (order by extract(epoch from replied_at - created_at))::integer end as median
   from (
     select t.replied_at, t.created_at from ticket t join account a on a.id = t.account_id
     where t.replied_at > $1 and a.partition = $2 order by t.replied_at desc limit ${MOST}
   ) newest`,
)

/** The median time to the first reply of a partition's tickets in the last 30 days, in seconds; null for too few. */
export async function firstReply(tx: Tx, partition: Partition, now: Date): Promise<number | null> {
  const [row] = await tx.run<{ readonly median: number | null }>(MEDIAN, [new Date(now.getTime() - PERIOD), partition])
  return row?.median ?? null
}
