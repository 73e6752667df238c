import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { rateLimiting } from '@hongyan/contract/limits/rate-limiting'
import { alone, statement } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { CLAIMED, type ClaimedDay, countDay, type CountDeps, COUNTED_AT_ONCE } from './count.ts'

/** A process that dies leaves its days due again after this time. */
const LEASE = 10 * MINUTE

/** The claim is new each time, so a count that began earlier cannot replace a later one. */
const due = dueRows<ClaimedDay>({
  table: 'analytics_day',
  key: ['account_id', 'day'],
  due: 'due_at',
  since: 'day',
  set: 'claim = gen_random_uuid()',
  read: CLAIMED,
  backOff: { first: LEASE, factor: 0, most: LEASE },
  batch: 20,
})

/** The days that advice on caps reads, and two more: a day begins at another moment in each zone. */
const ADVICE_DAYS = rateLimiting.adviceDays + 2

/** Days that a server of the version before counted without their hours, also beside this one. */
const COUNT_HOURS = statement(
  'analytics_day.count_hours',
  `update analytics_day t set due_at = '-infinity'
     from (select distinct account_id, day from analytics_count
            where busiest_hour is null and dimension = 'country' and day >= $1::timestamptz::date - ${ADVICE_DAYS}) c
    where t.account_id = c.account_id and t.day = c.day and t.claim is null and t.due_at > $1::timestamptz`,
)

/** Counts all days that are due. */
export async function countDueDays(deps: CountDeps, stopping?: AbortSignal): Promise<number> {
  const db = alone(deps.pool)
  await db.run(COUNT_HOURS, [deps.clock.now()])
  for (let counted = 0; ;) {
    const days = await due.claim(db, deps.clock.now())
    for (const day of days) {
      stopping?.throwIfAborted()
      await countDay(deps, day)
    }
    counted += days.length
    if (days.length < due.batch) return counted
  }
}

const FIRST_AFTER = 20 * SECOND

export const analyticsLoop = (deps: CountDeps): Loop => ({
  name: 'analytics',
  every: MINUTE,
  firstAfter: FIRST_AFTER,
  run: (stopping) => countDueDays(deps, stopping),
  backlog: () => due.backlog(alone(deps.pool), deps.clock.now()),
})

/** Between two counts of a day for readers, in milliseconds, while only open messages may have changed. */
const OPEN_EVERY = 10 * SECOND

/**
 * Claims the days of a range that have changed since their count, as long as all of them are small enough to be counted
 * while a reader waits. A day without a count has changed; one with open messages may have.
 */
const CLAIM_CHANGED = statement(
  'analytics_day.claim_changed',
  `with changed as (
     select a.account_id, a.day, d.msg_cnt from analytics_day a join daily d using (account_id, day)
      where a.account_id = $1 and a.day between $2::date and $3::date
        and (a.counted_at is null or (a.msg_cnt, a.succ_msg_cnt) <> (d.msg_cnt, d.succ_msg_cnt)
          or (a.open > 0 and a.counted_at < $4::timestamptz - interval '${OPEN_EVERY} ms'))
   ), claimed as (
     update analytics_day t set claim = gen_random_uuid(), due_at = $4::timestamptz + interval '${LEASE} ms'
       from changed c where (select sum(msg_cnt) from changed) <= ${COUNTED_AT_ONCE}
        and t.account_id = c.account_id and t.day = c.day
     returning t.*
   ) ${CLAIMED}`,
)

/** Days of an account, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export interface Refresh {
  /** Counts the changed days of a range before they are read. Calls of one account take turns. */
  readonly refresh: (account: AccountId, range: DayRange) => Promise<void>
}

/** Two calls of one page would each end the other's count, so the second one waits for the first. */
export function createRefresh(deps: CountDeps): Refresh {
  const running = new Map<AccountId, Promise<void>>()
  const countChanged = async (account: AccountId, { from, to }: DayRange): Promise<void> => {
    const days = await alone(deps.pool).run<ClaimedDay>(CLAIM_CHANGED, [account, from, to, deps.clock.now()])
    for (const day of days) await countDay(deps, day)
  }
  return {
    refresh(account, range) {
      const before = running.get(account) ?? Promise.resolve()
      const turn = before.catch(() => undefined).then(() => countChanged(account, range))
      running.set(account, turn)
      return turn.finally(() => {
        if (running.get(account) === turn) running.delete(account)
      })
    },
  }
}

const START_AGAIN = statement(
  'analytics_day.start_again',
  `update analytics_day set counted_at = null, due_at = '-infinity' where $1::uuid is null or account_id = $1`,
)

/** Counts all days of an account, or of all, again from their messages. Returns the number of days. */
export async function rebuild(deps: CountDeps, account: AccountId | null): Promise<number> {
  await alone(deps.pool).run(START_AGAIN, [account])
  return countDueDays(deps)
}
