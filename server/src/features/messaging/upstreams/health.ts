import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import type { HealthReport, UpstreamHealth } from '@hongyan/contract/endpoints/messaging/upstreams'
import { type AccountId, type UpstreamId, wireId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { statement, type Tx, txOf } from '../../../db/tx.ts'
import type { Caller, UpstreamDeps } from './deps.ts'
import { type Link, readLinks, SUMMED_LATENCY } from './figures.ts'
import { percentile } from './latency.ts'
import { readRules } from './named-by.ts'
import { nameOfStandard, probeAt, shownState } from './present.ts'
import { type Carrier, singleChannels } from './single.ts'
import { listRows } from './store.ts'

type Period = '1h' | '24h' | '7d'
type Point = UpstreamHealth['points'][number]

/** The length of a period, and of each of its points. */
const periods: Readonly<Record<Period, { readonly length: number; readonly step: number }>> = {
  '1h': { length: HOUR, step: MINUTE },
  '24h': { length: DAY, step: 15 * MINUTE },
  '7d': { length: 7 * DAY, step: 2 * HOUR },
}

const POINTS = statement(
  'upstream_minute.points',
  `select upstream_id as id, date_bin(make_interval(secs => $4::float8), minute, $2::timestamptz) as at,
     sum(submitted)::integer as submitted, sum(accepted)::integer as accepted, sum(receipts)::integer as receipts,
     ${SUMMED_LATENCY} as latency
   from upstream_minute where account_id = $1 and minute >= $2::timestamptz and minute < $3::timestamptz group by 1, 2`,
)

const ERRORS = statement(
  'upstream_error.most',
  `select id, code, count from (
     select upstream_id as id, code, sum(count)::integer as count,
       row_number() over (partition by upstream_id order by sum(count) desc, code) as place
     from upstream_error where account_id = $1 and minute >= $2::timestamptz and minute < $3::timestamptz
     group by 1, 2
   ) counted where place <= $4 order by id, place`,
)

const COUNTRIES = statement(
  'analytics_count.recent_countries',
  `select distinct key as country from analytics_count
   where account_id = $1 and dimension = 'country' and day > ($2::timestamptz - interval '30 days')::date
     and messages > 0 order by 1`,
)

interface PointRow {
  readonly id: UpstreamId
  readonly at: Date
  readonly submitted: number
  readonly accepted: number
  readonly receipts: number
  readonly latency: readonly number[]
}

/** Reads the points and the most frequent errors of each channel over a period, and the countries with one channel. */
export async function readHealth(
  deps: UpstreamDeps,
  { account, locale }: Caller,
  period: Period,
): Promise<HealthReport> {
  const { db, clock, standardLink } = deps
  const now = clock.now()
  const rows = await listRows(db, account)
  const [pointsOf, errorsOf, links, countries, { inForce }] = await Promise.all([
    readPoints(txOf(db), account, now, period),
    readErrors(txOf(db), account, now, period),
    readLinks(txOf(db), [standardLink, ...rows.map(({ id }) => wireId(id))]),
    // Of an account with the product's own channel alone, every country would be listed.
    rows.length === 0 ? [] : txOf(db).run<{ readonly country: string }>(COUNTRIES, [account, now]),
    readRules(db, account),
  ])
  const standard: Carrier = { ref: STANDARD, isActive: true, regions: [] }
  const managed = rows.map(({ id, state, regions }) => ({ ref: id, isActive: state === 'active', regions }))
  return {
    upstreams: [
      {
        ...stateOf(STANDARD, nameOfStandard(locale), 'active', links.get(standardLink)),
        // Its use is not kept by the minute.
        points: [],
        errors: [],
      },
      ...rows.map(({ id, name, state }) => ({
        ...stateOf(id, name, state, links.get(wireId(id))),
        points: pointsOf(id),
        errors: errorsOf(id),
      })),
    ],
    single_upstream: singleChannels(
      inForce,
      [standard, ...managed],
      countries.map(({ country }) => country),
    ),
  }
}

function stateOf(
  id: UpstreamHealth['id'],
  name: string,
  stored: Parameters<typeof shownState>[0],
  link: Link | undefined,
): Pick<UpstreamHealth, 'id' | 'name' | 'state' | 'since' | 'probe_at'> {
  const state = shownState(stored, link)
  return { id, name, state, since: link?.since.toISOString() ?? null, probe_at: probeAt(state, link) }
}

/** The moments at which the points of a period begin. The last one holds the current moment. */
function momentsOf(now: Date, period: Period): readonly Date[] {
  const { length, step } = periods[period]
  const last = Math.floor(now.getTime() / step) * step
  return Array.from({ length: length / step }, (_, back) => new Date(last - back * step)).toReversed()
}

async function readPoints(db: Tx, account: AccountId, now: Date, period: Period): Promise<(id: UpstreamId) => Point[]> {
  const { step } = periods[period]
  const moments = momentsOf(now, period)
  const [from = now] = moments
  const until = new Date((moments.at(-1) ?? now).getTime() + step)
  const found = await db.run<PointRow>(POINTS, [account, from, until, step / 1_000])
  const known = new Map(found.map((row) => [`${row.id} ${row.at.getTime()}`, row]))
  return (id) => moments.map((at) => pointOf(at, known.get(`${id} ${at.getTime()}`)))
}

const pointOf = (at: Date, row: PointRow | undefined): Point => ({
  at: at.toISOString(),
  submitted: row?.submitted ?? 0,
  errors: row === undefined ? 0 : row.submitted - row.accepted,
  receipts: row?.receipts ?? 0,
  p95: row === undefined ? null : percentile(row.latency, 0.95),
})

async function readErrors(
  db: Tx,
  account: AccountId,
  now: Date,
  period: Period,
): Promise<(id: UpstreamId) => UpstreamHealth['errors']> {
  const [from = now] = momentsOf(now, period)
  const until = new Date(now.getTime() + 1)
  const rows = await db.run<UpstreamHealth['errors'][number] & { readonly id: UpstreamId }>(ERRORS, [
    account,
    from,
    until,
    limits.shownErrors,
  ])
  return (wanted) => rows.filter(({ id }) => id === wanted).map(({ code, count }) => ({ code, count }))
}
