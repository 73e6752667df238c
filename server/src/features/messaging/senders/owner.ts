import type { AccountId } from '@hongyan/contract/ids'
import { reviews } from '@hongyan/contract/limits/senders'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { countedOnDay } from '../../../limits/on-day.ts'
import type { Owner, SenderDeps } from './deps.ts'

export async function readOwner(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select id, partition, realname_auth as verified, to_char(day, 'YYYY-MM-DD') as today,
      day at time zone time_zone as "dayBegins", (day + interval '1 day') at time zone time_zone as "dayEnds"
    from account, lateral (select date_trunc('day', ${now}::timestamptz at time zone time_zone) as day) d
    where id = ${account}`.execute(db)
  const [owner] = rows
  if (owner === undefined) throw new Error(`the account ${account} is gone`)
  return owner
}

/** Counts a submission on the account's day and runs it in one transaction. */
export async function submitting<T>(
  { db, clock }: SenderDeps,
  account: AccountId,
  work: (tx: Transaction<Schema>, owner: Owner) => Promise<T>,
): Promise<T> {
  const now = clock.now()
  const owner = await readOwner(db, account, now)
  const limit = { key: 'senders.submissions', perDay: reviews.submissionsPerDay }
  return countedOnDay(db, owner, limit, now, (tx) => work(tx, owner))
}
