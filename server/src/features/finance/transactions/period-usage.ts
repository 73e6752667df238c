import type { AccountId } from '@hongyan/contract/ids'
import { alone, statement } from '../../../db/tx.ts'
import { catchUp, type RollDeps } from './roll-up.ts'
import { add, closedUsage, type Day, type Use } from './usage.ts'

const USED_DAYS = statement(
  'ledger_day.used',
  `select d.account_id as account, a.time_zone as zone, d.day, d.day::timestamp at time zone a.time_zone as begin,
     (d.day + 1)::timestamp at time zone a.time_zone as end
     from ledger_day d join account a on a.id = d.account_id
    where d.account_id = $1 and d.day between $2::date and $3::date and d.used_count > 0 order by d.day`,
)

/**
 * Returns an account's usage in a range of past days, by scene, country and price, the largest first. Usage of messages
 * that are no longer stored is not included.
 */
export async function usageOfPeriod(
  deps: RollDeps,
  account: AccountId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Use[]> {
  let counted = false
  while (!counted) counted = await catchUp(deps, account)
  const uses = new Map<string, Use>()
  for (const day of await alone(deps.pool).run<Day>(USED_DAYS, [account, from, to])) {
    const usage = await closedUsage(deps.pool, day, Number.POSITIVE_INFINITY)
    for (const use of usage?.uses ?? []) add(uses, use)
  }
  return [...uses.values()].toSorted((one, other) => (one.amount < other.amount ? 1 : -1))
}
