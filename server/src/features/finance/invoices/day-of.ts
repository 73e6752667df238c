import { invoice as limits } from '@hongyan/contract/limits/finance'
import type { AccountId } from '@hongyan/contract/ids'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'

/** Reads the year of a moment in the account's zone, and the due day of an invoice that is issued then. */
export async function dayOf(
  tx: Transaction<Schema>,
  account: AccountId,
  at: Date,
): Promise<{ readonly year: string; readonly due: string }> {
  const { rows } = await sql<{ year: string; due: string }>`
    select to_char(d.day, 'YYYY') as year, d.day + ${limits.dueDays}::integer as due
      from account a cross join lateral (select (${at}::timestamptz at time zone a.time_zone)::date as day) d
     where a.id = ${account}`.execute(tx)
  const [day] = rows
  if (day === undefined) throw new Error(`there is no account ${account}`)
  return day
}
