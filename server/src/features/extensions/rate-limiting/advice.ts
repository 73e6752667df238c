import type { RateAdvice } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import type { AccountId } from '@hongyan/contract/ids'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'

const BUSIEST_DAY = statement(
  'rate_limiting.busiest_day',
  `select max(d.msg_cnt)::integer as messages from daily d join account a on a.id = d.account_id
   where d.account_id = $1 and d.msg_cnt > 0 and d.day < ($2::timestamptz at time zone a.time_zone)::date
     and d.day >= ($2::timestamptz at time zone a.time_zone)::date - ${limits.adviceDays}`,
)

const BUSIEST_HOURS = statement(
  'rate_limiting.busiest_hours',
  `select c.key as country, max(c.busiest_hour)::integer as messages
   from analytics_count c join account a on a.id = c.account_id
   where c.account_id = $1 and c.dimension = 'country' and c.busiest_hour > 0
     and c.day < ($2::timestamptz at time zone a.time_zone)::date
     and c.day >= ($2::timestamptz at time zone a.time_zone)::date - ${limits.adviceDays}
   group by c.key order by 2 desc, 1`,
)

/** Recommends caps with room above the busiest day and hours of the last full days. */
export async function readAdvice(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  account: AccountId,
): Promise<RateAdvice> {
  const db = alone(pool)
  const now = clock.now()
  const [[day], hours] = await Promise.all([
    db.run<{ readonly messages: number | null }>(BUSIEST_DAY, [account, now]),
    db.run<{ readonly country: string; readonly messages: number }>(BUSIEST_HOURS, [account, now]),
  ])
  const busiest = day?.messages ?? null
  return {
    busiest_day: busiest,
    per_day: busiest === null ? null : Math.min(withRoom(busiest), limits.perDayMax),
    countries: hours.map(({ country, messages }) => ({
      country,
      busiest_hour: messages,
      per_hour: Math.min(withRoom(messages), limits.perHourMax),
    })),
  }
}

/** Half as much again, at least ten, rounded up to two digits. */
function withRoom(busiest: number): number {
  const wanted = Math.max(10, Math.ceil(busiest * 1.5))
  const step = 10 ** Math.max(0, Math.floor(Math.log10(wanted)) - 1)
  return Math.ceil(wanted / step) * step
}
