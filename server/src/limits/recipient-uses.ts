import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { byteArray, idArray, plainArray } from '../db/arrays.ts'
import { expectRows, statement, type Tx } from '../db/tx.ts'
import type { Use } from '../pipeline/rate-windows.ts'
import type { WindowLimits } from '../pipeline/rate-limits.ts'

/** Messages that a rule counts together, and the limits that the rule has. */
export interface UseClaim {
  readonly account: AccountId
  /** Names the messages that are counted together. */
  readonly key: Buffer
  readonly dayStart: Date
  readonly minute: number
  readonly hour: number
  readonly limits: WindowLimits
  readonly messages: number
  /** The first of the messages, where the rule drops duplicates. */
  readonly first: MessageId | null
}

/** The uses of the newest minute or hour: a newer one begins at nothing. */
const used = (window: 'minute' | 'hour'): string =>
  `excluded.${window}_used + case when excluded.${window} > u.${window} then 0 else u.${window}_used end`

const first = (window: 'minute' | 'hour'): string =>
  `case when excluded.${window} > u.${window} then excluded.${window}_first
     else coalesce(u.${window}_first, excluded.${window}_first) end`

/** An older minute or hour counts in the newest one. Rows are locked in the order of their keys. */
const counting = (insertWhere: string, updateWhere: string): string => `with counted as (
     insert into recipient_use as u (account_id, key, day_start, minute, hour, minute_used, hour_used, day_used, minute_most,
       hour_most, day_most, minute_first, hour_first, day_first)
     select account_id, key, day_start, minute, hour, messages, messages, messages, minute_most, hour_most, day_most, first, first, first
     from unnest($1::uuid[], $2::bytea[], $3::timestamptz[], $4::smallint[], $5::smallint[], $6::integer[], $7::integer[],
       $8::integer[], $9::uuid[], $10::integer[])
       as c(account_id, key, day_start, minute, hour, minute_most, hour_most, day_most, first, messages)
     ${insertWhere} order by 1, 2, 3
     on conflict (account_id, key, day_start) do update set
       minute = greatest(u.minute, excluded.minute),
       hour = greatest(u.hour, excluded.hour),
       minute_used = ${used('minute')},
       hour_used = ${used('hour')},
       day_used = u.day_used + excluded.day_used,
       minute_most = excluded.minute_most, hour_most = excluded.hour_most, day_most = excluded.day_most,
       minute_first = ${first('minute')},
       hour_first = ${first('hour')},
       day_first = coalesce(u.day_first, excluded.day_first)
     ${updateWhere}
     returning 1
   )`

const COUNT_IF_FIT = counting(
  'where messages <= least(minute_most, hour_most, day_most)',
  `where ${used('minute')} <= excluded.minute_most and ${used('hour')} <= excluded.hour_most
       and u.day_used + excluded.day_used <= excluded.day_most`,
)

const USE_ALL = statement(
  'recipient_use.use_all',
  `${COUNT_IF_FIT} ${expectRows('select count(*) from counted', 'cardinality($1::uuid[])', 'recipient uses')}`,
)

const WRITE = statement('recipient_use.write', `${counting('', '')} select count(*) from counted`)

/** The claims on each row as one: the newest minute and hour, the lowest limits and the first message. */
function byRow(claims: readonly UseClaim[]): readonly UseClaim[] {
  const rows = new Map<string, UseClaim>()
  for (const claim of claims) {
    const key = rowKey(claim)
    const before = rows.get(key)
    rows.set(key, before === undefined ? claim : together(before, claim))
  }
  return [...rows.values()]
}

const together = (one: UseClaim, other: UseClaim): UseClaim => ({
  ...one,
  minute: Math.max(one.minute, other.minute),
  hour: Math.max(one.hour, other.hour),
  limits: {
    minute: Math.min(one.limits.minute, other.limits.minute),
    hour: Math.min(one.limits.hour, other.limits.hour),
    day: Math.min(one.limits.day, other.limits.day),
  },
  messages: one.messages + other.messages,
})

const columnsOf = (claims: readonly UseClaim[]) => [
  idArray(claims.map((c) => c.account)),
  byteArray(claims.map((c) => c.key)),
  plainArray(claims.map((c) => c.dayStart)),
]

const valuesOf = (rows: readonly UseClaim[]) => [
  ...columnsOf(rows),
  plainArray(rows.map((r) => r.minute)),
  plainArray(rows.map((r) => r.hour)),
  plainArray(rows.map((r) => r.limits.minute)),
  plainArray(rows.map((r) => r.limits.hour)),
  plainArray(rows.map((r) => r.limits.day)),
  plainArray(rows.map((r) => r.first)),
  plainArray(rows.map((r) => r.messages)),
]

/** Counts messages for their rules. Fails the transaction where one exceeds a limit. */
export async function useRecipients(tx: Tx, claims: readonly UseClaim[]): Promise<void> {
  if (claims.length > 0) await tx.run(USE_ALL, valuesOf(byRow(claims)))
}

/** Counts messages whose rows are locked, and for which there is room. */
export async function writeUses(tx: Tx, claims: readonly UseClaim[]): Promise<void> {
  if (claims.length > 0) await tx.run(WRITE, valuesOf(byRow(claims)))
}

/** Rows come to be at zero, so that there is one to lock. */
const LOCK = statement(
  'recipient_use.lock',
  `insert into recipient_use as u (account_id, key, day_start, minute, hour, minute_used, hour_used, day_used,
     minute_most, hour_most, day_most)
   select distinct account_id, key, day_start, 0, 0, 0, 0, 0, 0, 0, 0
   from unnest($1::uuid[], $2::bytea[], $3::timestamptz[]) as c(account_id, key, day_start) order by 1, 2, 3
   on conflict (account_id, key, day_start) do update set day_used = u.day_used
   returning account_id as account, key, day_start as "dayStart", minute, hour,
     json_build_object('minute', minute_used, 'hour', hour_used, 'day', day_used) as used,
     json_build_object('minute', minute_first, 'hour', hour_first, 'day', day_first) as firsts`,
)

interface UseRow extends Use {
  readonly account: AccountId
  readonly key: Buffer
  readonly dayStart: Date
}

/** Locks what some claims count in; returns it by `rowKey`. */
export async function lockUses(tx: Tx, claims: readonly UseClaim[]): Promise<ReadonlyMap<string, Use>> {
  if (claims.length === 0) return new Map()
  const rows = await tx.run<UseRow>(LOCK, columnsOf(claims))
  return new Map(rows.map(({ minute, hour, used, firsts, ...row }) => [rowKey(row), { minute, hour, used, firsts }]))
}

/** Names a row. */
export const rowKey = ({ account, key, dayStart }: Pick<UseClaim, 'account' | 'key' | 'dayStart'>): string =>
  `${account} ${key.toString('base64')} ${dayStart.getTime()}`

const FORGET_AT_ONCE = 10_000

const FORGET = statement(
  'recipient_use.forget',
  `delete from recipient_use where ctid = any(array(
     select ctid from recipient_use where day_start < $1::timestamptz - interval '3 days' limit ${FORGET_AT_ONCE})) returning 1`,
)

/** Drops the uses of days that ended, so many at once. */
export async function forgetUses(db: Tx, now: Date): Promise<void> {
  while ((await db.run(FORGET, [now])).length === FORGET_AT_ONCE);
}
