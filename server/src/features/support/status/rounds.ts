import { DAY } from '@hongyan/contract/durations'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Pool } from 'pg'
import { lockNumbers, oneAtATime } from '../../../db/one-at-a-time.ts'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Counted, countMessages } from './count.ts'
import { judge } from './judge.ts'

export interface RoundDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** The product's own link; channels on customers' own accounts are not our network. */
  readonly standardLink: string
}

/** Another process counted within this time, so its figures stand. */
const FRESH = limits.statusEvery * 0.75
/** A quiet row goes after this time. */
const QUIET_FOR = DAY

const IS_FRESH = statement(
  'network_status.is_fresh',
  'select exists (select from network_status where counted_to > $1 and counted_to <= $2) as fresh',
)

/** Rows that were not counted become quiet. A changed state sets its moment. */
const WRITE = statement(
  'network_status.write',
  `with counted as (
     select * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::integer[], $9::integer[],
       $10::integer[]) as c(partition, country, channel, state, finished, delivered, failed, median_ms)
     union all
     select n.partition, n.country, n.channel, 'quiet', 0, 0, 0, null from network_status n
      where not exists (select from unnest($3::text[], $4::text[], $5::text[]) as c(partition, country, channel)
        where (c.partition, c.country, c.channel) = (n.partition, n.country, n.channel))
   )
   insert into network_status as n (partition, country, channel, state, finished, delivered, failed, median_ms, since,
     counted_from, counted_to)
   select c.*, $2, $1, $2 from counted c order by 1, 2, 3
   on conflict (partition, country, channel) do update set state = excluded.state, finished = excluded.finished,
     delivered = excluded.delivered, failed = excluded.failed, median_ms = excluded.median_ms,
     since = case when n.state = excluded.state then n.since else excluded.since end,
     counted_from = excluded.counted_from, counted_to = excluded.counted_to`,
)

const FORGET = statement(
  'network_status.forget',
  `delete from network_status where state = 'quiet' and finished = 0 and since < $1`,
)

/** Counts all countries anew, unless another process does or just did. */
export async function countStatus({ pool, clock, standardLink }: RoundDeps): Promise<void> {
  await oneAtATime(pool, lockNumbers.networkStatus, async () => {
    const [db, now] = [alone(pool), clock.now()]
    const [row] = await db.run<{ readonly fresh: boolean }>(IS_FRESH, [new Date(now.getTime() - FRESH), now])
    if (row?.fresh === true) return
    await write(db, await countMessages(db, standardLink, now), now)
    await db.run(FORGET, [new Date(now.getTime() - QUIET_FOR)])
  })
}

async function write(db: Tx, counted: readonly Counted[], now: Date): Promise<void> {
  const judged = counted.map(judge)
  await db.run(WRITE, [
    new Date(now.getTime() - limits.statusWindow),
    now,
    counted.map(({ partition }) => partition),
    counted.map(({ country }) => country),
    counted.map(({ channel }) => channel),
    judged.map(({ state }) => state),
    judged.map(({ finished }) => finished),
    judged.map(({ delivered }) => delivered),
    judged.map(({ failed }) => failed),
    judged.map(({ medianMs }) => medianMs),
  ])
}

export const networkStatusLoop = (deps: RoundDeps): Loop => ({
  name: 'network-status',
  every: limits.statusEvery,
  run: () => countStatus(deps),
})
