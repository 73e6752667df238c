import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { Currency, Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { RechargeTable, Schema } from '../../../db/schema.ts'
import type { RechargeKey } from './deps.ts'

/** A try, and of its top-up what the provider is told. */
export interface RechargeRow extends Selectable<RechargeTable> {
  readonly amount: Micros
  readonly currency: Currency
  readonly test: boolean
  readonly partition: Partition
}

const rows = (db: Kysely<Schema>) =>
  db
    .selectFrom('recharge as r')
    .innerJoin('top_up as t', (on) => on.onRef('t.account_id', '=', 'r.account_id').onRef('t.id', '=', 'r.id'))
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .selectAll('r')
    .select(['t.amount_micros as amount', 't.currency', 't.test', 'a.partition'])

export const readRecharge = (db: Kysely<Schema>, { account_id, id }: RechargeKey): Promise<RechargeRow> =>
  rows(db).where('r.account_id', '=', account_id).where('r.id', '=', id).executeTakeFirstOrThrow()

/** The try that its provider knows by this id; null where it is none of ours. */
export async function findRecharge(db: Kysely<Schema>, id: TopUpId): Promise<RechargeRow | null> {
  return (await rows(db).where('r.id', '=', id).executeTakeFirst()) ?? null
}

/**
 * Tries that are due to be asked for, each for one process. The next time is set at once, a tenth of the try's age
 * ahead, so that a process that dies in between loses nothing.
 */
export async function claimUnknown(db: Kysely<Schema>, now: Date, most: number): Promise<readonly RechargeRow[]> {
  const { rows: claimed } = await sql<{ account_id: AccountId; id: TopUpId }>`
    update recharge r set asked_times = r.asked_times + 1,
      ask_at = ${now}::timestamptz + least(greatest((${now}::timestamptz - r.begun_at) / 10, interval '20 s'), interval '5 min')
    from (
      select account_id, id from recharge where ended_at is null and ask_at <= ${now}
       order by ask_at limit ${most} for update skip locked
    ) due
    where r.account_id = due.account_id and r.id = due.id
    returning r.account_id, r.id`.execute(db)
  return Promise.all(claimed.map((key) => readRecharge(db, key)))
}

/** The provider's name of the payment, by which it is asked from now on. */
export async function keepPaymentId(
  db: Kysely<Schema>,
  { account_id, id }: RechargeKey,
  payment: string,
): Promise<void> {
  await db
    .updateTable('recharge')
    .set({ payment_id: payment })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}
