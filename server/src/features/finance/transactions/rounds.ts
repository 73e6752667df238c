import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { alone, statement } from '../../../db/tx.ts'
import { FIRST_ID, LAST_ID } from '../../../kit/ids.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { CountedDeps } from './counted.ts'
import { catchUp, SETTLED_AFTER } from './roll-up.ts'
import { closedUsage, type Day } from './usage.ts'

const EVERY = 5 * MINUTE
/** The wait after the start of the process, so that counting does not delay the first messages. */
const FIRST_AFTER = 30 * SECOND
const ACCOUNTS_PAGE = 500
const DAYS_PAGE = 50

const ACCOUNTS = statement(
  'ledger_roll.accounts',
  `select account_id from balance where account_id > $1 order by account_id limit ${ACCOUNTS_PAGE}`,
)

/** Selects closed days whose usage is not stored yet. */
const PLAIN_DAYS = statement(
  'ledger_day.plain',
  `select d.account_id as account, a.time_zone as zone, d.day, d.day::timestamp at time zone a.time_zone as begin,
     (d.day + 1)::timestamp at time zone a.time_zone as end
     from ledger_day d join account a on a.id = d.account_id
    where not d.detailed and d.used_count > 0 and (d.day, d.account_id) > ($2::date, $3::uuid)
      and (d.day + 1)::timestamp at time zone a.time_zone < $1::timestamptz
    order by d.day, d.account_id limit ${DAYS_PAGE}`,
)

export interface CountingRounds {
  /** Counts every account's entries into their days, and stores the usage of closed days. */
  readonly round: () => Promise<void>
  readonly loop: Loop
}

/**
 * Counts ahead of requests, in short steps that any process may run. Each step locks the account's row, so concurrent
 * processes count an entry once.
 */
export function countingRounds(deps: CountedDeps): CountingRounds {
  const { pool, clock } = deps
  const db = alone(pool)

  const countAccounts = async (stopping?: AbortSignal): Promise<void> => {
    for (let after: string = FIRST_ID; after !== LAST_ID;) {
      const accounts = await db.run<{ account_id: AccountId }>(ACCOUNTS, [after])
      for (const { account_id: account } of accounts) {
        do stopping?.throwIfAborted()
        while (!(await catchUp(deps, account)))
      }
      after = accounts.length < ACCOUNTS_PAGE ? LAST_ID : (accounts.at(-1)?.account_id ?? LAST_ID)
    }
  }

  const storeClosedDays = async (stopping?: AbortSignal): Promise<void> => {
    const before = closedBefore(clock.now())
    for (let last: Pick<Day, 'day' | 'account'> | undefined; ;) {
      const days = await db.run<Day>(PLAIN_DAYS, [before, last?.day ?? '-infinity', last?.account ?? FIRST_ID])
      for (const day of days) {
        stopping?.throwIfAborted()
        await closedUsage(pool, day, Number.POSITIVE_INFINITY)
      }
      last = days.at(-1)
      if (last === undefined) return
    }
  }

  const round = async (stopping?: AbortSignal): Promise<void> => {
    await countAccounts(stopping)
    await storeClosedDays(stopping)
  }

  return {
    round: () => round(),
    loop: { name: 'usage-days', every: EVERY, firstAfter: FIRST_AFTER, run: round },
  }
}

/** The moment before which every ended day is closed, that is, all its entries are counted. */
export const closedBefore = (now: Date): Date => new Date(now.getTime() - 2 * SETTLED_AFTER)
