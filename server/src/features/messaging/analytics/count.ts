import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { type AnalyticsDimension, analyticsDimensions } from '@hongyan/contract/vocabulary/analytics'
import type { AccountId } from '@hongyan/contract/ids'
import { logs } from '@hongyan/contract/limits/messaging'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../../../db/tx.ts'
import { IS_CHARGED, IS_DELIVERED } from '../../../gateway/charged.ts'
import type { Clock } from '../../../kit/clock.ts'
import { firstIdAt } from '../../../kit/ids.ts'
import { type Sums, sumNames } from './figures.ts'
import { bucketOf } from './latency.ts'

export interface CountDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** The countries whose receipts come from the network alone. */
  readonly networkOnly: readonly string[]
}

/** A day that this process may count, as it was when it was claimed. */
export interface ClaimedDay {
  readonly account: AccountId
  readonly day: string
  readonly claim: string
  readonly begin: Date
  readonly end: Date
  readonly countedAt: Date | null
  /** The figures of `daily`, which change with the messages. */
  readonly msg_cnt: bigint
  readonly succ_msg_cnt: bigint
}

/** SQL that reads claimed days. One statement claims and reads, so every later change of a message makes a difference. */
export const CLAIMED = `select c.account_id as account, c.day, c.claim, c.counted_at as "countedAt",
    c.day::timestamp at time zone a.time_zone as begin, (c.day + 1)::timestamp at time zone a.time_zone as end,
    coalesce(d.msg_cnt, 0) as msg_cnt, coalesce(d.succ_msg_cnt, 0) as succ_msg_cnt
  from claimed c join account a on a.id = c.account_id left join daily d on d.account_id = c.account_id and d.day = c.day`

/** Messages of one statement: some hundred milliseconds. */
const PAGE = 50_000
/** The time in a message's id may differ this much from the time of its acceptance, where a clock was corrected. */
const SLACK = MINUTE

const { Undelivered, Rejected, Failed, Expired, Unknown, Accepted, Sent } = MessageStatus
const FAILED = [Undelivered, Rejected, Failed, Expired, Unknown].join(', ')
const OPEN = [Accepted, Sent, Unknown].join(', ')

/**
 * Sums up the next messages behind an id. They are grouped by all their keys first, and these groups by each key alone. A
 * recipient that was refused inside an accepted request is no message of any other figure. Hours begin with the day, as
 * those of a cap do.
 */
const COUNT = statement(
  'analytics_count.read',
  `with page as materialized (
     select id, country, upstream, template_id, error_code, credential_id, hold_entry, status, parts, price_micros,
       pay_for_delivered, accepted_at, sent_at, done_at
       from message where account_id = $1 and id > $2 and id < $3 order by id limit ${PAGE}
   ), counted as (
     select m.country, m.upstream, m.template_id, m.error_code, m.credential_id,
       floor(extract(epoch from m.accepted_at - $4) / 3600)::integer as hour,
       case when ${IS_DELIVERED} then ${bucketOf('extract(epoch from m.done_at - m.accepted_at)::float8 * 1000')} end as bucket,
       count(*) filter (where m.hold_entry is not null) as messages,
       count(*) filter (where m.hold_entry is null) as refused,
       coalesce(sum(m.parts) filter (where m.hold_entry is not null), 0) as parts,
       count(*) filter (where ${IS_DELIVERED}) as delivered,
       count(*) filter (where m.hold_entry is not null and m.status in (${FAILED})) as failed,
       count(*) filter (where m.hold_entry is not null and m.country = any($6::text[])) as network_messages,
       count(*) filter (where ${IS_DELIVERED} and m.country = any($6::text[])) as network_delivered,
       coalesce(sum(m.price_micros) filter (where ${IS_CHARGED}), 0) as cost_micros,
       count(*) filter (where m.status in (${OPEN})) as open
     from page m where m.accepted_at >= $4 and m.accepted_at < $5 group by 1, 2, 3, 4, 5, 6, 7
   ), summed as (
     select k.dimension, k.key, k.bucket, k.hour, sum(c.open)::bigint as open,
       ${sumNames.map((name) => `sum(c.${name})::bigint as ${name}`).join(', ')}
     from counted c, lateral (values ('total', '', c.bucket, null), ('country', c.country, c.bucket, null),
       ('upstream', coalesce(c.upstream, ''), c.bucket, null), ('template', coalesce(c.template_id, ''), c.bucket, null),
       ('error', c.error_code, c.bucket, null), ('credential', coalesce(c.credential_id::text, ''), c.bucket, null),
       ('hour', c.country, null, c.hour)) as k(dimension, key, bucket, hour)
     where k.key is not null group by 1, 2, 3, 4
   )
   select p.*, s.* from (select count(*) as read, (array_agg(id order by id desc))[1] as last from page) p
     left join summed s on true`,
)

type Key = 'total' | AnalyticsDimension
type Read = { readonly read: bigint; readonly last: string | null } & (
  | (Sums & {
      readonly dimension: Key
      readonly key: string
      readonly bucket: number | null
      readonly open: bigint
    })
  | (Sums & { readonly dimension: 'hour'; readonly key: string; readonly hour: number })
  | { readonly dimension: null }
)

/** The figures of one key of a day. */
type CountRow = { -readonly [Name in keyof Sums]: bigint } & {
  readonly dimension: Key
  readonly key: string
  readonly latency: Map<number, bigint>
  /** Messages by the hour of the day, of a country alone. */
  readonly hours: Map<number, bigint>
}

interface DayCount {
  readonly rows: readonly CountRow[]
  readonly open: bigint
}

/** Counts the messages of a day, page by page in statements of their own. */
async function readDay(db: Tx, { account, begin, end }: ClaimedDay, networkOnly: readonly string[]): Promise<DayCount> {
  const rows = new Map<string, CountRow>()
  let open = 0n
  let after = firstIdAt(new Date(begin.getTime() - SLACK))
  const before = firstIdAt(new Date(end.getTime() + SLACK))
  for (;;) {
    const page = await db.run<Read>(COUNT, [account, after, before, begin, end, networkOnly])
    for (const group of page) {
      if (group.dimension === null) continue
      if (group.dimension === 'hour') {
        increase(rowOf(rows, 'country', group.key).hours, group.hour, group.messages)
        continue
      }
      if (group.dimension === 'total') open += group.open
      add(rowOf(rows, group.dimension, group.key), group, group.bucket)
    }
    const [first] = page
    if (first === undefined || first.last === null || first.read < BigInt(PAGE)) break
    after = first.last
  }
  return { rows: [...rows.values()], open }
}

function rowOf(rows: Map<string, CountRow>, dimension: Key, key: string): CountRow {
  const name = `${dimension} ${key}`
  const known = rows.get(name)
  if (known !== undefined) return known
  const sums = Object.fromEntries(sumNames.map((each) => [each, 0n])) as Record<keyof Sums, bigint> // all names of Sums
  const row = { ...sums, dimension, key, latency: new Map<number, bigint>(), hours: new Map<number, bigint>() }
  rows.set(name, row)
  return row
}

function add(row: CountRow, group: Sums, bucket: number | null): void {
  for (const name of sumNames) row[name] += group[name]
  if (bucket !== null) increase(row.latency, bucket, group.delivered)
}

function increase(counts: Map<number, bigint>, at: number, by: bigint): void {
  counts.set(at, (counts.get(at) ?? 0n) + by)
}

const HOLD = statement(
  'analytics_day.hold',
  `select from analytics_day where account_id = $1 and day = $2::date and claim = $3 for update`,
)
const CLEAR = statement(
  'analytics_count.clear',
  `delete from analytics_count where account_id = $1 and day = $2::date and dimension = any($3::text[])`,
)
const COLUMNS = ['dimension', 'key', ...sumNames, 'busiest_hour', 'buckets', 'counts'].join(', ')
const WRITE = statement(
  'analytics_count.write',
  `insert into analytics_count (account_id, day, ${COLUMNS})
   select $1, $2::date, ${COLUMNS} from jsonb_to_recordset($3::jsonb) as r(dimension text, key text,
     ${sumNames.map((name) => `${name} bigint`).join(', ')}, busiest_hour bigint, buckets smallint[],
     counts bigint[])`,
)
const COUNTED = statement(
  'analytics_day.counted',
  `update analytics_day set claim = null, counted_at = $3, due_at = $4, msg_cnt = $5, succ_msg_cnt = $6, open = $7
   where account_id = $1 and day = $2::date`,
)
const FORGET = statement('analytics_day.forget', `delete from analytics_day where account_id = $1 and day = $2::date`)

const dimensions: readonly Key[] = ['total', ...analyticsDimensions]

const written = ({ latency, hours, ...row }: CountRow) => {
  const buckets = [...latency].toSorted(([a], [b]) => a - b)
  const sums = Object.fromEntries(sumNames.map((name) => [name, String(row[name])]))
  const busiest = [...hours.values()].reduce((most, messages) => (messages > most ? messages : most), 0n)
  return {
    ...row,
    ...sums,
    busiest_hour: `${busiest}`,
    buckets: buckets.map(([bucket]) => bucket),
    counts: buckets.map(([, count]) => `${count}`),
  }
}

/**
 * Counts a claimed day and replaces its figures in one transaction. Returns false where another process has claimed the
 * day since: it has read the messages later, so its figures are the newer ones.
 */
export async function countDay({ pool, clock, networkOnly }: CountDeps, day: ClaimedDay): Promise<boolean> {
  const { account, claim } = day
  const now = clock.now()
  const started = performance.now()
  const isKept = now < keptUntil(day)
  const count = isKept ? await readDay(alone(pool), day, networkOnly) : { rows: [], open: 0n }
  return inTransaction(pool, async (tx) => {
    const held = await tx.run(HOLD, [account, day.day, claim])
    if (held.length === 0) return false
    await tx.run(CLEAR, [account, day.day, dimensions])
    if (!isKept) {
      await tx.run(FORGET, [account, day.day])
      return true
    }
    await tx.run(WRITE, [account, day.day, JSON.stringify(count.rows.map(written))])
    const due = dueAfter(day, count.open, now, performance.now() - started)
    await tx.run(COUNTED, [account, day.day, now, due, day.msg_cnt, day.succ_msg_cnt, count.open])
    return true
  })
}

/** A day with more messages is counted by the loop alone, not for a reader. */
export const COUNTED_AT_ONCE = 10_000n
/** Messages of the last moments of a day may be committed a little after it. */
const CLOSED_AFTER = 10 * MINUTE
/** No message changes later than this: it is submitted within three days, and its receipt comes within ten. */
const LONGEST_LIFE = 14 * DAY
/** A day whose messages are still open is counted again after this part of its age. */
const AGE_SHARE = 4

const keptUntil = ({ end }: ClaimedDay): Date => {
  const until = new Date(end)
  until.setUTCMonth(until.getUTCMonth() + logs.keptMonths)
  return until
}

/** A large day of today is counted again after so many times the duration of its last count. */
const TIME_SHARE = 50
/** A small day of today is also counted whenever it is read. */
const SMALL_EVERY = HOUR / 4

/** The moment of the next count of a day, after one that took so many milliseconds. */
function dueAfter(day: ClaimedDay, open: bigint, now: Date, took: number): Date {
  const age = now.getTime() - day.end.getTime()
  const isLarge = day.msg_cnt > COUNTED_AT_ONCE
  if (age < 0) return new Date(now.getTime() + (isLarge ? Math.max(MINUTE, took * TIME_SHARE) : SMALL_EVERY))
  if (age < CLOSED_AFTER) return new Date(day.end.getTime() + CLOSED_AFTER)
  if (open === 0n || age > LONGEST_LIFE) return keptUntil(day)
  return new Date(now.getTime() + Math.max(CLOSED_AFTER, age / AGE_SHARE))
}
