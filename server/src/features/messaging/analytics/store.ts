import type { AccountId } from '@hongyan/contract/ids'
import { analytics as limits } from '@hongyan/contract/limits/analytics'
import type { AnalyticsDimension } from '@hongyan/contract/vocabulary/analytics'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type Tx, statement } from '../../../db/tx.ts'
import type { DayRange } from './days.ts'
import { addUp, type Counted, NOTHING, type Sums, sumNames } from './figures.ts'

export interface CountedDay extends Counted {
  readonly date: string
  readonly recipients: bigint
}

const SUMS = sumNames.map((name) => `coalesce(c.${name}, 0) as ${name}`).join(', ')

/**
 * The distinct recipients of a day are those that admission counts, exact at every moment; the other figures are counted
 * from its messages.
 */
const DAYS = statement(
  'analytics_count.days',
  `select s.day::date as date, coalesce(d.to_cnt, 0) as recipients, ${SUMS},
     to_jsonb(c.buckets) as buckets, to_jsonb(c.counts) as counts
   from generate_series($2::date, $3::date, interval '1 day') as s(day)
   left join daily d on d.account_id = $1 and d.day = s.day::date
   left join analytics_count c on c.account_id = $1 and c.dimension = 'total' and c.day = s.day::date
   order by s.day`,
)

type DayRow = Sums & {
  readonly date: string
  readonly recipients: bigint
  readonly buckets: readonly number[] | null
  readonly counts: readonly number[] | null
}

/** Reads each day of a range, oldest first. */
export async function readDays(db: Tx, account: AccountId, { from, to }: DayRange): Promise<readonly CountedDay[]> {
  const rows = await db.run<DayRow>(DAYS, [account, from, to])
  return rows.map(({ buckets, counts, ...sums }) => ({
    ...sums,
    latency: new Map((buckets ?? []).map((bucket, place) => [bucket, BigInt(counts?.[place] ?? 0)])),
  }))
}

const IN_RANGE = 'c.account_id = $1 and c.dimension = $4 and c.day between $2::date and $3::date'
const SUMMED = sumNames.map((name) => `sum(c.${name})::bigint as ${name}`).join(', ')
const BY_KEY = statement(
  'analytics_count.by_key',
  `select c.key, ${SUMMED} from analytics_count c where ${IN_RANGE} group by c.key
   order by sum(c.messages) + sum(c.refused) desc, c.key`,
)
const OF_KEYS = statement(
  'analytics_count.of_keys',
  `select c.key, ${SUMMED} from analytics_count c where ${IN_RANGE} and c.key = any($5::text[]) group by c.key`,
)
const LATENCIES = statement(
  'analytics_count.latencies',
  `select c.key, b.bucket, sum(b.count)::bigint as count
   from analytics_count c, unnest(c.buckets, c.counts) as b(bucket, count)
   where ${IN_RANGE} and c.key = any($5::text[]) group by 1, 2`,
)

export interface CountedKey extends Counted {
  readonly key: string
}

export interface Keys {
  readonly rows: readonly CountedKey[]
  readonly others: (Counted & { readonly keys: number }) | null
}

interface KeyRange extends DayRange {
  readonly account: AccountId
  readonly by: AnalyticsDimension
}

type KeyRow = Sums & { readonly key: string }

async function withLatency(
  db: Tx,
  { account, from, to, by }: KeyRange,
  keys: readonly KeyRow[],
): Promise<readonly CountedKey[]> {
  const names = keys.map(({ key }) => key)
  const found = await db.run<{ key: string; bucket: number; count: bigint }>(LATENCIES, [account, from, to, by, names])
  const ofKey = new Map(keys.map((row) => [row.key, new Map<number, bigint>()]))
  for (const { key, bucket, count } of found) ofKey.get(key)?.set(bucket, count)
  return keys.map((row) => ({ ...row, latency: ofKey.get(row.key) ?? NOTHING.latency }))
}

/** Reads the largest keys of a range, and all others together, without their latency. */
export async function readKeys(db: Tx, range: KeyRange): Promise<Keys> {
  const keys = await db.run<KeyRow>(BY_KEY, [range.account, range.from, range.to, range.by])
  const others = keys.slice(limits.rows).map((row) => ({ ...row, latency: NOTHING.latency }))
  return {
    rows: await withLatency(db, range, keys.slice(0, limits.rows)),
    others: others.length === 0 ? null : { ...addUp(others), keys: others.length },
  }
}

/** Reads the figures of some keys of a range. */
export async function readSameKeys(
  db: Tx,
  range: KeyRange,
  keys: readonly CountedKey[],
): Promise<ReadonlyMap<string, Counted>> {
  const names = keys.map(({ key }) => key)
  const found = await db.run<KeyRow>(OF_KEYS, [range.account, range.from, range.to, range.by, names])
  const same = await withLatency(db, range, found)
  return new Map(same.map((row) => [row.key, row]))
}

const NAMES = {
  upstream: statement(
    'analytics_count.upstreams',
    `select replace(id::text, '-', '') as key, name from upstream
      where account_id = $1 and replace(id::text, '-', '') = any($2::text[])`,
  ),
  template: statement(
    'analytics_count.templates',
    `select t.id::text as key, v.name from template t
       join template_version v on v.account_id = t.account_id and v.template_id = t.id
      where t.account_id = $1 and t.id::text = any($2::text[]) order by v.version`,
  ),
  credential: statement(
    'analytics_count.credentials',
    `select id::text as key, key as name from credential where account_id = $1 and id::text = any($2::text[])`,
  ),
}

/** Reads the names of the account's channels, of templates, of their latest versions, or of credentials. */
export async function readNames(
  db: Tx,
  account: AccountId,
  by: AnalyticsDimension,
  keys: readonly CountedKey[],
): Promise<ReadonlyMap<string, string>> {
  if (by === 'country' || by === 'error') return new Map()
  const rows = await db.run<{ key: string; name: string }>(NAMES[by], [account, keys.map(({ key }) => key)])
  return new Map(rows.map(({ key, name }) => [key, name]))
}

const CURRENCY = statement('analytics_count.currency', 'select currency from account where id = $1')

export async function readCurrency(db: Tx, account: AccountId): Promise<Currency> {
  const [row] = await db.run<{ currency: Currency }>(CURRENCY, [account])
  if (row === undefined) throw new Error(`there is no account ${account}`)
  return row.currency
}

const OLDEST = statement(
  'analytics_day.oldest',
  `select min(a.counted_at) as at from analytics_day a join account o on o.id = a.account_id
   where a.account_id = $1 and a.day between $2::date and $3::date
     and (a.open > 0 or (a.day + 1)::timestamp at time zone o.time_zone > a.counted_at)`,
)

/** The moment of the oldest count among the days of a range that may still change. */
export async function readOldestCount(db: Tx, account: AccountId, { from, to }: DayRange): Promise<Date | null> {
  const [row] = await db.run<{ at: Date | null }>(OLDEST, [account, from, to])
  return row?.at ?? null
}
