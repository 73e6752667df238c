import { DAY } from '@hongyan/contract/durations'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { type Check, elapsed, type Finding, fine, wrong } from '../../../kit/check.ts'
import type { Clock } from '../../../kit/clock.ts'

const REVIEWS = 'reviews'
/** A submission that waits longer is reported. */
const WAITS_AT_MOST = 2 * DAY

const WAITING = statement(
  'verification.waiting',
  `select count(*)::integer as count, min(submitted_at) as oldest from verification
    where status in (${ReviewStatus.Pending}, ${ReviewStatus.PreApproved})`,
)

/** The check of submissions that wait for a reviewer. */
export const reviewChecks: readonly Check<{ readonly pool: Pool; readonly clock: Clock }>[] = [
  {
    name: REVIEWS,
    async check({ pool, clock }) {
      const [row] = await alone(pool).run<{ count: number; oldest: Date | null }>(WAITING, [])
      const { count = 0, oldest = null } = row ?? {}
      return [oldest === null ? fine(REVIEWS, 'no verification waits') : findingOf(count, oldest, clock.now())]
    },
  },
]

function findingOf(count: number, oldest: Date, now: Date): Finding {
  const waited = now.getTime() - oldest.getTime()
  const text = `verifications waiting: ${count}, the oldest for ${elapsed(waited)}`
  return waited > WAITS_AT_MOST ? wrong(REVIEWS, text, 'Run `hongyan review list`.') : fine(REVIEWS, text)
}
