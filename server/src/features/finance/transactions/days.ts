import type { Micros } from '@hongyan/contract/money'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Holder } from './holder.ts'
import { NET, SUMS } from './roll-up.ts'

export const NET_LEGS = sql.raw<Micros>(NET)

/** The sum of the entries and the balance. They are equal unless a day was counted wrongly. */
export interface CheckedSum {
  readonly booked: Micros
  readonly funds: Micros
}

/**
 * The common table expressions for an account's days with the funds before and after each, and for their total. Counted
 * days come from their table, the newest entries are added.
 */
export const daysOf = ({ account, zone, counted }: Holder): RawBuilder<unknown> => sql`
  day as materialized (
    select day, sum(in_micros)::bigint as in_micros, sum(out_micros)::bigint as out_micros,
      sum(used_micros)::bigint as used_micros, sum(used_count)::bigint as used_count,
      (sum(sum(in_micros - out_micros - used_micros)) over (order by day))::bigint as after,
      (sum(sum(in_micros - out_micros - used_micros)) over (order by day)
        - sum(in_micros - out_micros - used_micros))::bigint as before
      from (
        select day, in_micros, out_micros, used_micros, used_count from ledger_day where account_id = ${account}
        union all
        select (at at time zone ${zone})::date, ${sql.raw(SUMS)} from ledger_entry
         where account_id = ${account} and id > ${counted} group by 1
      ) d group by day
  ), counted as (
    select coalesce((select sum(in_micros - out_micros - used_micros) from day), 0)::bigint as booked,
      ${NET_LEGS} as funds, held_micros as held from balance where account_id = ${account}
  )`

/** The opening balance of a range of days, its sums in and out, and its closing balance, in micros. */
export interface Sums extends CheckedSum {
  readonly opening: Micros
  readonly in: Micros
  readonly out: Micros
  readonly closing: Micros
  readonly held: Micros
}

export async function readSums(db: Kysely<Schema>, holder: Holder): Promise<Sums> {
  const { from, to } = holder.range
  const { rows } = await sql<Sums>`
    with ${daysOf(holder)}
    select booked, funds, held,
      coalesce((select after from day where day < ${from}::date order by day desc limit 1), 0)::bigint as opening,
      coalesce((select after from day where ${to}::date is null or day <= ${to}::date order by day desc limit 1), 0)::bigint as closing,
      s.* from counted, (
        select coalesce(sum(in_micros), 0)::bigint as in, coalesce(sum(out_micros + used_micros), 0)::bigint as out
          from day where (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)
      ) s`.execute(db)
  const [sums] = rows
  if (sums === undefined) throw new Error(`account ${holder.account} has no balance`)
  return sums
}

/** The usage of the single day in the holder's range. */
export async function readUsed(
  db: Kysely<Schema>,
  holder: Holder,
): Promise<{ readonly messages: bigint; readonly amount: Micros }> {
  const { rows } = await sql<{ messages: bigint; amount: Micros }>`
    with ${daysOf(holder)}
    select used_count as messages, used_micros as amount from day where day = ${holder.range.from}::date`.execute(db)
  return rows[0] ?? { messages: 0n, amount: 0n as Micros } // zero
}
