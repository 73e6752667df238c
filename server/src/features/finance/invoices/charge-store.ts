import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { InvoiceChargeTable, Schema } from '../../../db/schema.ts'
import type { Attempt } from '../../../providers/payments/attempt.ts'
import type { ChargeKey } from './paying-deps.ts'

/** A charge of a kept card for an invoice, and of its order what the provider is told. */
export type ChargeRow = Selectable<InvoiceChargeTable> & Attempt

const rows = (db: Kysely<Schema>) =>
  db
    .selectFrom('invoice_charge as c')
    .innerJoin('top_up as t', (on) => on.onRef('t.account_id', '=', 'c.account_id').onRef('t.id', '=', 'c.id'))
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .selectAll('c')
    .select(['t.amount_micros as amount', 't.currency', 't.test', 'a.partition'])

export const readCharge = (db: Kysely<Schema>, { account_id, id }: ChargeKey): Promise<ChargeRow> =>
  rows(db).where('c.account_id', '=', account_id).where('c.id', '=', id).executeTakeFirstOrThrow()

/** The charge that its provider knows by this id; null where it is none of ours. */
export async function findCharge(db: Kysely<Schema>, id: TopUpId): Promise<ChargeRow | null> {
  return (await rows(db).where('c.id', '=', id).executeTakeFirst()) ?? null
}

/** The one that is under way for an invoice; null where none is. */
export async function findInFlight(
  db: Kysely<Schema>,
  account: AccountId,
  invoice: InvoiceId,
): Promise<ChargeRow | null> {
  const found = await rows(db)
    .where('c.account_id', '=', account)
    .where('c.invoice_id', '=', invoice)
    .where('c.ended_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

export async function insertCharge(tx: Transaction<Schema>, row: Insertable<InvoiceChargeTable>): Promise<void> {
  await tx.insertInto('invoice_charge').values(row).execute()
}

/** How it ended, or null while it is under way. Its row is nobody else's until the transaction ends. */
export async function lockOutcome(
  tx: Transaction<Schema>,
  { account_id, id }: ChargeKey,
): Promise<ChargeRow['outcome']> {
  const { outcome } = await tx
    .selectFrom('invoice_charge')
    .select('outcome')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return outcome
}

type Change = Partial<Pick<ChargeRow, 'outcome' | 'code' | 'advice' | 'payment_id' | 'ended_at'>>

export async function writeCharge(db: Kysely<Schema>, { account_id, id }: ChargeKey, change: Change): Promise<void> {
  await db.updateTable('invoice_charge').set(change).where('account_id', '=', account_id).where('id', '=', id).execute()
}

/**
 * Charges that are due to be asked for, each for one process. The next time is set at once, a tenth of the charge's age
 * ahead, so that a process that dies in between loses nothing.
 */
export async function claimUnknown(db: Kysely<Schema>, now: Date, most: number): Promise<readonly ChargeRow[]> {
  const { rows: claimed } = await sql<ChargeKey>`
    update invoice_charge c set asked_times = c.asked_times + 1,
      ask_at = ${now}::timestamptz + least(greatest((${now}::timestamptz - c.begun_at) / 10, interval '20 s'), interval '5 min')
    from (
      select account_id, id from invoice_charge where ended_at is null and ask_at <= ${now}
       order by ask_at limit ${most} for update skip locked
    ) due
    where c.account_id = due.account_id and c.id = due.id
    returning c.account_id, c.id`.execute(db)
  return Promise.all(claimed.map((key) => readCharge(db, key)))
}

/** What a key of an earlier call has begun; null where there was none. */
export async function findKey(
  db: Kysely<Schema>,
  account: AccountId,
  invoice: InvoiceId,
  key: string,
): Promise<{ readonly top_up_id: TopUpId | null } | null> {
  const found = await db
    .selectFrom('invoice_pay_key')
    .select('top_up_id')
    .where('account_id', '=', account)
    .where('invoice_id', '=', invoice)
    .where('key', '=', key)
    .executeTakeFirst()
  return found ?? null
}

export async function keepKey(
  tx: Transaction<Schema>,
  account: AccountId,
  invoice: InvoiceId,
  key: string | null,
  topUp: TopUpId | null,
): Promise<void> {
  if (key === null) return
  const row = { account_id: account, invoice_id: invoice, key, top_up_id: topUp }
  await tx.insertInto('invoice_pay_key').values(row).execute()
}

/** A refusal is not remembered: the same key may try again (semantics D6). */
export async function forgetKey(tx: Transaction<Schema>, { account_id, id }: ChargeKey): Promise<void> {
  await tx.deleteFrom('invoice_pay_key').where('account_id', '=', account_id).where('top_up_id', '=', id).execute()
}
