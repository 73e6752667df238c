import { MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { FIRST_ID, firstIdAt } from '../../../kit/ids.ts'

const PAGE = 5_000
/** Pages per call: half a million entries, some seconds of work. */
const STEPS_AT_ONCE = 100
/**
 * Entries get their ids before they are committed, and two processes' clocks may differ by a minute. No entry takes
 * longer than this to become visible, so only older entries are counted. Newer ones are read directly.
 */
export const SETTLED_AFTER = 5 * MINUTE

/** An entry's change of the funds, which exclude held amounts. */
export const NET = '(paid_micros + gift_micros + cashback_micros + credit_micros)'
/** The entries that are transactions of their own. */
export const IS_LINE = `kind not in ('hold', 'post', 'void')`

/** The sums in, out and used of a group of entries. */
export const SUMS = `
  coalesce(sum(${NET}) filter (where ${IS_LINE} and ${NET} > 0), 0)::bigint as in_micros,
  coalesce(-sum(${NET}) filter (where ${IS_LINE} and ${NET} < 0), 0)::bigint as out_micros,
  coalesce(sum(amount_micros) filter (where kind = 'post'), 0)::bigint as used_micros,
  coalesce(sum(count) filter (where kind = 'post'), 0)::bigint as used_count`

const OPEN = statement(
  'ledger_roll.open',
  `insert into ledger_roll (account_id, through) values ($1, '${FIRST_ID}') on conflict do nothing`,
)
const LOCK = statement('ledger_roll.lock', `select through from ledger_roll where account_id = $1 for update`)

/**
 * Adds the next page of entries to their days. The cursor moves in the same statement, so each entry is counted once.
 */
const COUNT = statement(
  'ledger_roll.count',
  `with page as materialized (
     select e.*, (e.at at time zone a.time_zone)::date as day
       from ledger_entry e join account a on a.id = e.account_id
      where e.account_id = $1 and e.id > $2 and e.id < $3 order by e.id limit ${PAGE}
   ), counted as (
     insert into ledger_day as d (account_id, day, in_micros, out_micros, used_micros, used_count)
     select account_id, day, ${SUMS} from page group by account_id, day
     on conflict (account_id, day) do update set in_micros = d.in_micros + excluded.in_micros,
       out_micros = d.out_micros + excluded.out_micros, used_micros = d.used_micros + excluded.used_micros,
       used_count = d.used_count + excluded.used_count, detailed = d.detailed and excluded.used_count = 0
   ), moved as (
     update ledger_roll set through = (select id from page order by id desc limit 1)
      where account_id = $1 and exists (select from page)
   )
   select count(*) as read from page`,
)

/** The first entry that is not counted yet. */
const NEXT = statement(
  'ledger_roll.next',
  `select id from ledger_entry where account_id = $1
      and id > coalesce((select through from ledger_roll where account_id = $1), '${FIRST_ID}') order by id limit 1`,
)

const FORGET_DAYS = statement('ledger_day.forget', `delete from ledger_day where account_id = $1`)
const FORGET_USE = statement('ledger_day_use.forget', `delete from ledger_day_use where account_id = $1`)
const RESTART = statement('ledger_roll.restart', `update ledger_roll set through = '${FIRST_ID}' where account_id = $1`)

export interface RollDeps {
  readonly pool: Pool
  readonly clock: Clock
}

const settledBefore = (now: Date): string => firstIdAt(new Date(now.getTime() - SETTLED_AFTER))

/** Counts one page in a short transaction. Returns whether there may be more. */
const step = (pool: Pool, account: AccountId, before: string): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const through = await lock(tx, account)
    const [page] = await tx.run<{ read: bigint }>(COUNT, [account, through, before])
    return page?.read === BigInt(PAGE)
  })

async function lock(tx: Tx, account: AccountId): Promise<string> {
  await tx.run(OPEN, [account])
  const [row] = await tx.run<{ through: string }>(LOCK, [account])
  return row?.through ?? FIRST_ID
}

/**
 * Counts entries into their days, except those of the last minutes. Returns whether none is left. Any process may call
 * it at any time: they take turns page by page.
 */
export async function catchUp({ pool, clock }: RollDeps, account: AccountId): Promise<boolean> {
  const before = settledBefore(clock.now())
  const [next] = await alone(pool).run<{ id: string }>(NEXT, [account])
  if (next === undefined || next.id >= before) return true
  for (let steps = 0; steps < STEPS_AT_ONCE; steps += 1) if (!(await step(pool, account, before))) return true
  return false
}

/** Deletes the counts, so that counting starts again from the first entry. Needed after a clock was set back. */
export const startAgain = ({ pool }: RollDeps, account: AccountId): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await lock(tx, account)
    await Promise.all([tx.run(FORGET_DAYS, [account]), tx.run(FORGET_USE, [account]), tx.run(RESTART, [account])])
  })
