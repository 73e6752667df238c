import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { type Check, fine, wrong } from '../../../kit/check.ts'

const ANALYTICS = 'analytics'
const DAYS = 14
/** A day is over everywhere after so many hours of it in UTC. */
const CLOSED_HOURS = 37

/** Closed days whose figures have other messages than admission counted, each on the day of acceptance. */
const DIFFERENT = statement(
  'analytics_day.different',
  `select count(*)::integer as days from analytics_day a
     left join analytics_count c on c.account_id = a.account_id and c.dimension = 'total' and c.day = a.day
   where a.day >= (select max(day) from analytics_day) - ${DAYS}
     and a.counted_at at time zone 'UTC' > a.day + interval '${CLOSED_HOURS} hours'
     and coalesce(c.messages, 0) <> a.msg_cnt`,
)

export const analyticsChecks: readonly Check<{ readonly pool: Pool }>[] = [
  {
    name: ANALYTICS,
    async check({ pool }) {
      const [row] = await alone(pool).run<{ days: number }>(DIFFERENT, [])
      const days = row?.days ?? 0
      if (days === 0) return [fine(ANALYTICS, `figures of the last ${DAYS} days have the messages that were accepted`)]
      const text = `figures of ${days} closed ${days === 1 ? 'day' : 'days'} differ from the messages that were accepted`
      return [wrong(ANALYTICS, text, 'Run `hongyan analytics rebuild`. If they still differ, messages are missing.')]
    },
  },
]
