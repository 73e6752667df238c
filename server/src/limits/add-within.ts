import type { AccountId } from '@hongyan/contract/ids'
import { type Tx, statement } from '../db/tx.ts'

/** A cost in a counted window of an account. */
export interface WindowCost {
  readonly account: AccountId
  readonly key: string
  readonly windowStart: Date
  readonly cost: bigint
  /** Null: counted without a limit. */
  readonly limit: bigint | null
}

const ADD = statement(
  'limit_use.add_within',
  `insert into limit_use as l (account_id, key, window_start, used)
   select account_id, key, window_start, sum(cost)::bigint
   from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[]) as k(account_id, key, window_start, cost)
   group by 1, 2, 3 order by 1, 2, 3
   on conflict (account_id, key, window_start) do update set used = l.used + excluded.used
     where l.used + excluded.used <= all(select "limit" from unnest($1::uuid[], $2::text[], $5::bigint[]) as c(account_id, key, "limit")
       where c.account_id = l.account_id and c.key = l.key and "limit" is not null)
   returning key`,
)

/** Adds costs to their windows; false where one of the windows had no room, so that the transaction has to end. */
export async function addWithin(tx: Tx, costs: readonly WindowCost[]): Promise<boolean> {
  if (costs.length === 0) return true
  const added = await tx.run(ADD, [
    costs.map(({ account }) => account),
    costs.map(({ key }) => key),
    costs.map(({ windowStart }) => windowStart),
    costs.map(({ cost }) => cost),
    costs.map(({ limit }) => limit),
  ])
  return (
    added.length ===
    new Set(costs.map(({ account, key, windowStart }) => `${account} ${key} ${windowStart.getTime()}`)).size
  )
}
