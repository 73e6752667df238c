import type { AccountId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { countedOnDay } from '../../../limits/on-day.ts'
import type { UpstreamDeps } from './deps.ts'

/** An account with its proved phone and the day of its zone. */
export interface Owner {
  readonly id: AccountId
  readonly partition: Partition
  readonly phone: string | null
  readonly dayBegins: Date
  readonly dayEnds: Date
}

export async function readOwner(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select id, partition, phone, day at time zone time_zone as "dayBegins",
      (day + interval '1 day') at time zone time_zone as "dayEnds"
    from account, lateral (select date_trunc('day', ${now}::timestamptz at time zone time_zone) as day) d
    where id = ${account}`.execute(db)
  const [owner] = rows
  if (owner === undefined) throw new Refusal('not_found')
  return owner
}

/** Counts a use on the account's day. Throws where the day has had them all. */
export const countUse = (
  { db, clock }: Pick<UpstreamDeps, 'db' | 'clock'>,
  owner: Owner,
  limit: { readonly key: string; readonly perDay: number },
): Promise<void> => countedOnDay(db, owner, limit, clock.now(), () => Promise.resolve())
