import { DAY, MINUTE } from '@hongyan/contract/durations'
import { errors } from '@hongyan/contract/errors'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { type MessageChannel, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { statement, type Tx } from '../../../db/tx.ts'
import { IS_DELIVERED } from '../../../gateway/charged.ts'
import { firstIdAt } from '../../../kit/ids.ts'

/** The messages of one period. */
export interface Counts {
  readonly finished: number
  readonly delivered: number
  /** Failed for a cause of ours or a carrier's. */
  readonly failed: number
  /** Of the delivered ones, from acceptance to delivery. */
  readonly medianMs: number | null
}

/** The delivery of one channel to one country: in the whole window, and in its newest minutes. */
export interface Counted {
  readonly partition: Partition
  readonly country: string
  readonly channel: MessageChannel
  readonly whole: Counts
  readonly newest: Counts
}

const SLICES = limits.statusWindow / MINUTE
/** The newest minutes, by which a state changes where they have messages enough. */
const NEWEST = 3 * MINUTE
/** The rows that a round reads, shared by the accounts: each is heard with its first messages of every minute. */
const MOST_ROWS = 60_000
const MOST_PER_SLICE = 100
/** A message that no upstream has taken after this time counts as failed. */
const HANDED_OVER_WITHIN = MINUTE

const { Accepted, Undelivered, Rejected, Failed, Expired, Unknown } = MessageStatus
const ENDED = [Undelivered, Rejected, Failed, Expired, Unknown].join(', ')

const codesOf = (...sides: readonly string[]): readonly string[] =>
  Object.entries(errors).flatMap(([code, { side }]) => (sides.includes(side) ? [code] : []))
const NETWORK = codesOf('us', 'carrier')
/** A customer's own mistakes and cancellations say nothing about delivery. */
const CUSTOMER = codesOf('customer')

/**
 * It waits for an upstream that cannot be reached, or was put off by one, and not for its hours or its turn. Each is one
 * look by key, because the outbox may be long; `exists` would let the planner read it whole.
 */
const IS_STUCK = `(m.status = ${Accepted} and m.accepted_at <= $5 and coalesce(
    (select d.attempt > 1 from deferred d where d.account_id = m.account_id and d.id = m.id),
    (select o.attempt > 1 or l.state <> 'up' or l.until < now() from outbox o left join link_owner l on l.upstream = o.upstream
      where o.account_id = m.account_id and o.id = m.id), false))`

const counts = (name: string, among: string): string => `
     count(*) filter (where ${among}) as "${name}Finished",
     count(*) filter (where ${among} and arrived) as "${name}Delivered",
     count(*) filter (where ${among} and failed) as "${name}Failed",
     percentile_disc(0.5) within group (order by took) filter (where ${among} and arrived) as "${name}Median"`

/**
 * Reads the messages by account and minute, because their key begins with the account. Both bounds of a read are ids, so
 * its cost depends on the accounts that sent and never on the messages that are kept.
 */
const COUNT = statement(
  'network_status.count',
  `with sending as materialized (
     select a.id, a.partition from (select distinct account_id from daily where day >= $1::date) d
       join account a on a.id = d.account_id
      where exists (select from message m where m.account_id = a.id and m.id >= ($2::uuid[])[1])
   ), share as materialized (
     select greatest(1, least(${MOST_PER_SLICE}, ${MOST_ROWS} / greatest(1, ${SLICES} * count(*)))) as most from sending
   ), read as materialized (
     select s.partition, m.* from sending s, share, generate_series(1, ${SLICES}) as slice(nr), lateral (
       select * from message m where m.account_id = s.id and m.id >= ($2::uuid[])[slice.nr]
         and m.id < ($2::uuid[])[slice.nr + 1] order by m.id limit share.most
     ) m
   ), judged as materialized (
     select m.partition, m.country, m.channel, m.id >= $3 as new, ${IS_DELIVERED} as arrived,
       extract(epoch from m.done_at - m.accepted_at)::float8 * 1000 as took,
       m.status in (${ENDED}) and not coalesce(m.error_code = any($7::text[]), false) as ended, ${IS_STUCK} as stuck,
       m.status in (${ENDED}) and coalesce(m.error_code = any($6::text[]), false) as at_fault
     from read m where m.hold_entry is not null and m.upstream = $4
   ), finished as (
     select *, stuck or at_fault as failed from judged where arrived or ended or stuck
   )
   select partition, country, channel, ${counts('whole', 'true')}, ${counts('newest', 'new')}
   from finished group by partition, country, channel`,
)

type Name = 'Finished' | 'Delivered' | 'Failed'
type Row = Pick<Counted, 'partition' | 'country' | 'channel'> &
  Readonly<Record<`${'whole' | 'newest'}${Name}`, bigint>> &
  Readonly<Record<'wholeMedian' | 'newestMedian', number | null>>

/** Counts the messages of the window that went over the product's own link. */
export async function countMessages(tx: Tx, link: string, now: Date): Promise<readonly Counted[]> {
  const to = now.getTime()
  const bounds = Array.from({ length: SLICES + 1 }, (_, nr) => firstIdAt(new Date(to - (SLICES - nr) * MINUTE)))
  // Ids of this very moment belong to the last slice.
  bounds[SLICES] = firstIdAt(new Date(to + MINUTE))
  const rows = await tx.run<Row>(COUNT, [
    new Date(to - 2 * DAY).toISOString().slice(0, 10),
    bounds,
    firstIdAt(new Date(to - NEWEST)),
    link,
    new Date(to - HANDED_OVER_WITHIN),
    NETWORK,
    CUSTOMER,
  ])
  return rows.map((row) => ({
    partition: row.partition,
    country: row.country,
    channel: row.channel,
    whole: countsOf(row.wholeFinished, row.wholeDelivered, row.wholeFailed, row.wholeMedian),
    newest: countsOf(row.newestFinished, row.newestDelivered, row.newestFailed, row.newestMedian),
  }))
}

const countsOf = (finished: bigint, delivered: bigint, failed: bigint, median: number | null): Counts => ({
  finished: Number(finished),
  delivered: Number(delivered),
  failed: Number(failed),
  medianMs: median === null ? null : Math.round(median),
})
