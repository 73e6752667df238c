import type { AccountId } from '@hongyan/contract/ids'
import { idArray, plainArray, textArray } from '../db/arrays.ts'
import { type Tx, expectRows, statement } from '../db/tx.ts'
import { windowKey } from '../pipeline/decide.ts'
import type { LimitClaim } from '../pipeline/message.ts'

/** A claim on a counted limit, with the account whose limit it is. */
export interface AccountClaim extends Omit<LimitClaim, 'code'> {
  readonly account: AccountId
}

interface UseRow {
  account: AccountId
  key: string
  windowStart: Date
  used: bigint
}

/** Windows come to be at zero, so that there is a row to lock. */
const LOCK = statement(
  'limit_use.lock',
  `insert into limit_use as l (account_id, key, window_start, used)
   select account_id, key, window_start, 0 from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as c(account_id, key, window_start)
   order by account_id, key, window_start
   on conflict (account_id, key, window_start) do update set used = l.used
   returning account_id as account, key, window_start as "windowStart", used`,
)

/** The claims on each window as one: their costs together, under the lowest of their limits. */
function byWindow(claims: readonly AccountClaim[]): readonly AccountClaim[] {
  const windows = new Map<string, AccountClaim>()
  for (const claim of claims) {
    const key = windowKey(claim.account, claim)
    const before = windows.get(key)
    windows.set(key, before === undefined ? claim : together(before, claim))
  }
  return [...windows.values()]
}

const together = (one: AccountClaim, other: AccountClaim): AccountClaim => ({
  ...one,
  cost: one.cost + other.cost,
  limit: one.limit < other.limit ? one.limit : other.limit,
})

const columnsOf = (windows: readonly AccountClaim[]) => [
  idArray(windows.map((w) => w.account)),
  textArray(windows.map((w) => w.key)),
  plainArray(windows.map((w) => w.windowStart)),
]

const costsOf = (windows: readonly AccountClaim[]) => plainArray(windows.map((w) => w.cost))

/** Locks the windows that some claims count in; answers what is used of each, by `windowKey`. */
export async function lockLimits(tx: Tx, claims: readonly AccountClaim[]): Promise<ReadonlyMap<string, bigint>> {
  if (claims.length === 0) return new Map()
  const rows = await tx.run<UseRow>(LOCK, columnsOf(byWindow(claims)))
  return new Map(rows.map((row) => [windowKey(row.account, row), row.used]))
}

const WRITE = statement(
  'limit_use.write',
  `update limit_use l set used = l.used + c.cost
   from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[]) as c(account_id, key, window_start, cost)
   where (l.account_id, l.key, l.window_start) = (c.account_id, c.key, c.window_start)`,
)

/** Uses up what the accepted claims cost. */
export async function writeLimits(tx: Tx, claims: readonly AccountClaim[]): Promise<void> {
  if (claims.length === 0) return
  const windows = byWindow(claims)
  await tx.run(WRITE, [...columnsOf(windows), costsOf(windows)])
}

const USE_ALL = statement(
  'limit_use.use_all',
  `with claim as (
     select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[], $5::bigint[])
       as c(account_id, key, window_start, cost, most)
   ), used as (
     insert into limit_use as l (account_id, key, window_start, used)
     select account_id, key, window_start, cost from claim where cost <= most order by 1, 2, 3
     on conflict (account_id, key, window_start) do update set used = l.used + excluded.used
       where l.used + excluded.used <= (
         select most from claim c where (c.account_id, c.key, c.window_start) = (l.account_id, l.key, l.window_start))
     returning 1
   )
   ${expectRows('select count(*) from used', '(select count(*) from claim)', 'limits')}`,
)

/** Uses up what the claims cost. Fails the transaction where a limit would be exceeded. */
export async function useAll(tx: Tx, claims: readonly AccountClaim[]): Promise<void> {
  if (claims.length === 0) return
  const windows = byWindow(claims)
  await tx.run(USE_ALL, [...columnsOf(windows), costsOf(windows), plainArray(windows.map((w) => w.limit))])
}

const FORGET = statement(
  'limit_use.forget',
  `delete from limit_use where window_start < $1::timestamptz - interval '3 days'`,
)

/** Drops windows that ended days ago. */
export async function forgetWindows(tx: Tx, now: Date): Promise<void> {
  await tx.run(FORGET, [now])
}
