import type { RateHits } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { DAY, HOUR, SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import type { Pool } from 'pg'
import { alone, inTransaction, statement } from '../../../db/tx.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { Clock } from '../../../kit/clock.ts'
import { notify, type OwnerNotice } from '../../../notices/notify.ts'
import type { LimitHit } from '../../../pipeline/message.ts'
import { COUNTRY_KEY, DAY_KEY } from '../../../pipeline/rate-claims.ts'

const FLUSH_EVERY = SECOND
const ALERT_EVERY = 15 * SECOND
const FORGET_EVERY = HOUR

const COUNT = statement(
  'rate_limit_hit.count',
  `insert into rate_limit_hit as h (account_id, day, subject, outcome, hits)
   select c.account_id, ($1::timestamptz at time zone a.time_zone)::date, c.subject, c.outcome, sum(c.hits)
   from unnest($2::uuid[], $3::text[], $4::text[], $5::integer[]) as c(account_id, subject, outcome, hits)
   join account a on a.id = c.account_id group by 1, 2, 3, 4 order by 1, 2, 3, 4
   on conflict (account_id, day, subject, outcome) do update set hits = h.hits + excluded.hits`,
)

/** Counts the messages that limits stop, written once a second so that the hot path does not wait. */
export interface RateHitCounter {
  readonly count: (account: AccountId, hits: readonly LimitHit[]) => void
  readonly loop: Loop
}

export function createRateHits({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): RateHitCounter {
  let counted = new Map<string, { account: AccountId; subject: string; outcome: string; hits: number }>()

  const flush = async (): Promise<void> => {
    const rows = [...counted.values()]
    counted = new Map()
    if (rows.length === 0) return
    await alone(pool).run(COUNT, [
      clock.now(),
      rows.map(({ account }) => account),
      rows.map(({ subject }) => subject),
      rows.map(({ outcome }) => outcome),
      rows.map(({ hits }) => hits),
    ])
  }

  return {
    count(account, hits) {
      for (const { subject, drops } of hits) {
        const outcome = drops ? 'dropped' : 'rejected'
        const key = `${account} ${subject} ${outcome}`
        const row = counted.get(key) ?? { account, subject, outcome, hits: 0 }
        row.hits += 1
        counted.set(key, row)
      }
    },
    loop: { name: 'rate-limit-hits', every: FLUSH_EVERY, inEveryProcess: true, run: flush, runsAtStop: true },
  }
}

/** Messages beyond a cap that only alerts. A window's figure is written anew, and its first one makes a notice. */
const ALERTED = statement(
  'rate_limit_hit.alerted',
  `with cap as (
     select account_id, '${DAY_KEY}' as key, null as country, (day ->> 'limit')::bigint as most from rate_limiting
     where enabled and day ->> 'action' = 'alert'
     union all
     select r.account_id, '${COUNTRY_KEY}' || (c ->> 'country'), c ->> 'country', (c ->> 'limit')::bigint
     from rate_limiting r, jsonb_array_elements(r.countries) c where r.enabled and c ->> 'action' = 'alert'
   ), beyond as (
     select c.account_id, (l.window_start at time zone a.time_zone)::date as day,
       c.key || ' ' || extract(epoch from l.window_start)::bigint as subject, c.country, c.most,
       (l.used - c.most)::integer as hits
     from cap c join limit_use l using (account_id, key) join account a on a.id = c.account_id
     where l.used > c.most and l.window_start > $1::timestamptz - interval '1 day'
   ), noted as (
     insert into rate_limit_hit as h (account_id, day, subject, outcome, hits)
     select account_id, day, subject, 'alerted', hits from beyond order by 1, 2, 3
     on conflict (account_id, day, subject, outcome) do update set hits = excluded.hits where h.hits < excluded.hits
     returning account_id, subject, xmax = 0 as is_new
   )
   select b.account_id as account, b.country, b.most::text as limit
   from noted n join beyond b using (account_id, subject) where n.is_new`,
)

interface Passed {
  readonly account: AccountId
  readonly country: string | null
  readonly limit: string
}

const noticeOf = ({ account, country, limit }: Passed, at: Date): OwnerNotice =>
  country === null
    ? { account, kind: 'day_cap_passed', values: { limit }, at }
    : { account, kind: 'country_cap_passed', values: { country, limit }, at }

/** Tells owners of caps that alert and were passed, once for each window. */
export const capAlerts = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Loop => ({
  name: 'cap-alerts',
  every: ALERT_EVERY,
  run: () =>
    inTransaction(pool, async (tx) => {
      const at = clock.now()
      for (const passed of await tx.run<Passed>(ALERTED, [at])) await notify(tx, noticeOf(passed, at))
    }),
})

const LIST = statement(
  'rate_limit_hit.list',
  `select d.day::date::text as date,
     coalesce(sum(h.hits) filter (where h.outcome = 'rejected'), 0)::integer as rejected,
     coalesce(sum(h.hits) filter (where h.outcome = 'dropped'), 0)::integer as dropped,
     coalesce(sum(h.hits) filter (where h.outcome = 'alerted'), 0)::integer as alerted
   from account a
   cross join lateral generate_series(
     ($2::timestamptz at time zone a.time_zone)::date - $3::integer, ($2::timestamptz at time zone a.time_zone)::date, interval '1 day') d(day)
   left join rate_limit_hit h on h.account_id = a.id and h.day = d.day::date
   where a.id = $1 group by d.day order by d.day`,
)

/** The hits of the last days and of today, oldest first. */
export async function readHits(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  account: AccountId,
  days: number,
): Promise<RateHits[]> {
  return [...(await alone(pool).run<RateHits>(LIST, [account, clock.now(), days]))]
}

const FORGET = statement('rate_limit_hit.forget', `delete from rate_limit_hit where day < $1::date`)

/** Drops the hits that are no longer shown. */
export const forgetHits = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Loop => ({
  name: 'forget-rate-limit-hits',
  every: FORGET_EVERY,
  run: () => alone(pool).run(FORGET, [new Date(clock.now().getTime() - (limits.hitDays + 1) * DAY)]),
})
