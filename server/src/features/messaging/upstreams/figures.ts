import { MINUTE } from '@hongyan/contract/durations'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import { micros, type Micros, ZERO } from '@hongyan/contract/money'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import type { Pool } from 'pg'
import { alone, statement, type Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { LinkHealth } from '../../../pipeline/route.ts'
import { perSecond, percentile } from './latency.ts'

/** The use of a channel in the last 24 hours. */
export interface Figures {
  readonly submitted: number
  readonly accepted: number
  readonly receipts: number
  readonly p95: number | null
  readonly perSecond: number
  readonly spentToday: Micros
}

const NONE: Figures = { submitted: 0, accepted: 0, receipts: 0, p95: null, perSecond: 0, spentToday: ZERO }

/** The sum of each bucket of `latency`, in order. */
export const SUMMED_LATENCY = `array[${[1, 2, 3, 4, 5, 6, 7, 8]
  .map((bucket) => `coalesce(sum(latency[${bucket}]), 0)::float8`)
  .join(', ')}]`

const MANAGED = statement(
  'upstream_minute.figures',
  `with used as (
     select upstream_id, sum(submitted)::float8 as submitted, sum(accepted)::float8 as accepted,
       sum(receipts)::float8 as receipts, ${SUMMED_LATENCY} as latency,
       coalesce(sum(parts) filter (where minute = date_trunc('minute', $2::timestamptz)), 0)::float8 as "now",
       coalesce(sum(parts) filter (where minute = date_trunc('minute', $2::timestamptz) - interval '1 minute'), 0)::float8
         as "before"
     from upstream_minute where account_id = $1 and minute > $2::timestamptz - interval '1 day' group by upstream_id
   ), spent as (
     select split_part(l.key, '.', 2)::uuid as upstream_id, l.used as spent
     from limit_use l join account a on a.id = l.account_id
     where l.account_id = $1 and l.key like 'upstream.%'
       and (l.window_start at time zone a.time_zone)::date = ($2::timestamptz at time zone a.time_zone)::date
   )
   select upstream_id as id, used.*, coalesce(spent, 0) as spent from used full join spent using (upstream_id)`,
)

interface Row {
  readonly id: UpstreamId
  readonly submitted: number | null
  readonly accepted: number | null
  readonly receipts: number | null
  readonly latency: readonly number[] | null
  readonly now: number | null
  readonly before: number | null
  readonly spent: bigint
}

/** Reads the use of an account's channels. */
export async function readFigures(db: Tx, account: AccountId, now: Date): Promise<(id: UpstreamId) => Figures> {
  const rows = await db.run<Row>(MANAGED, [account, now])
  const elapsed = (now.getTime() % MINUTE) / MINUTE
  const known = new Map(
    rows.map((row): [UpstreamId, Figures] => [
      row.id,
      {
        submitted: row.submitted ?? 0,
        accepted: row.accepted ?? 0,
        receipts: row.receipts ?? 0,
        p95: percentile(row.latency ?? [], 0.95),
        perSecond: perSecond(row.before ?? 0, row.now ?? 0, elapsed),
        spentToday: micros(row.spent),
      },
    ]),
  )
  return (id) => known.get(id) ?? NONE
}

/** Reads the milliseconds within which channels answered 95 % of a day's submissions; null where that is not known. */
export async function readP95s(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  account: AccountId,
): Promise<(upstream: UpstreamRef) => number | null> {
  const figuresOf = await readFigures(alone(pool), account, clock.now())
  return (upstream) => (upstream === STANDARD ? null : figuresOf(upstream).p95)
}

const STANDARD_TODAY = statement(
  'analytics_count.upstream_today',
  `select c.messages, c.failed, c.delivered, c.cost_micros as cost from analytics_count c join account a on a.id = c.account_id
   where c.account_id = $1 and c.dimension = 'upstream' and c.key = $3
     and c.day = ($2::timestamptz at time zone a.time_zone)::date`,
)

/**
 * Reads today's messages over the product's own channel, whose use is not kept by the minute: those that did not fail
 * were accepted, and those that were delivered had their receipts.
 */
export async function readStandardFigures(db: Tx, account: AccountId, link: string, now: Date): Promise<Figures> {
  const [row] = await db.run<Readonly<Record<'messages' | 'failed' | 'delivered' | 'cost', bigint>>>(STANDARD_TODAY, [
    account,
    now,
    link,
  ])
  if (row === undefined) return NONE
  const submitted = Number(row.messages)
  return {
    ...NONE,
    submitted,
    accepted: submitted - Number(row.failed),
    receipts: Number(row.delivered),
    spentToday: micros(row.cost),
  }
}

const LINKS = statement(
  'link_owner.of_channels',
  `select upstream as link, state, probe_at as "probeAt", changed_at as since from link_owner where upstream = any($1::text[])`,
)

/** The state of a link that its owner published last. */
export interface Link {
  readonly link: string
  readonly state: LinkHealth
  readonly probeAt: Date | null
  readonly since: Date
}

export async function readLinks(db: Tx, links: readonly string[]): Promise<ReadonlyMap<string, Link>> {
  const rows = await db.run<Link>(LINKS, [links])
  return new Map(rows.map((row) => [row.link, row]))
}
