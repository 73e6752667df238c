import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId, InvoiceId, TopUpId } from '@hongyan/contract/ids'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { CardChargeTable } from '../../db/schema/payments.ts'
import { txOf } from '../../db/tx.ts'
import { dueRows } from '../../jobs/due.ts'
import type { OrderRow } from '../orders/store.ts'
import type { Attempt } from './attempt.ts'

/** A charge of a saved card, with the fields of its order that the provider and the purpose need. */
export type ChargeRow = Selectable<CardChargeTable> & Attempt & Pick<OrderRow, 'purpose'>

export type ChargeKey = Pick<ChargeRow, 'account_id' | 'id'>
export type ChargeOutcome = NonNullable<ChargeRow['outcome']>

const rows = (db: Kysely<Schema>) =>
  db
    .selectFrom('card_charge as c')
    .innerJoin('top_up as t', (on) => on.onRef('t.account_id', '=', 'c.account_id').onRef('t.id', '=', 'c.id'))
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .selectAll('c')
    .select(['t.amount_micros as amount', 't.currency', 't.test', 't.purpose', 'a.partition'])

export const readCharge = (db: Kysely<Schema>, { account_id, id }: ChargeKey): Promise<ChargeRow> =>
  rows(db).where('c.account_id', '=', account_id).where('c.id', '=', id).executeTakeFirstOrThrow()

/** The charge that its provider knows by this id; null for an id of another system. */
export async function findCharge(db: Kysely<Schema>, id: TopUpId): Promise<ChargeRow | null> {
  return (await rows(db).where('c.id', '=', id).executeTakeFirst()) ?? null
}

/** The charge in flight for an invoice. */
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

export async function insertCharge(tx: Transaction<Schema>, row: Insertable<CardChargeTable>): Promise<void> {
  await tx.insertInto('card_charge').values(row).execute()
}

/**
 * Locks the charge until the transaction ends, and returns its outcome; null while it has none. The caller has locked
 * the account's balance.
 */
export async function lockOutcome(
  tx: Transaction<Schema>,
  { account_id, id }: ChargeKey,
): Promise<ChargeOutcome | null> {
  const { outcome } = await tx
    .selectFrom('card_charge')
    .select('outcome')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return outcome
}

type Change = Partial<Pick<ChargeRow, 'outcome' | 'code' | 'advice' | 'payment_id' | 'ended_at'>>

export async function updateCharge(db: Kysely<Schema>, { account_id, id }: ChargeKey, change: Change): Promise<void> {
  await db.updateTable('card_charge').set(change).where('account_id', '=', account_id).where('id', '=', id).execute()
}

/** Ends the charge of a paid order, even where it was given up before. Leaves the charge of an unpaid order as it is. */
export async function endPaidCharge(tx: Transaction<Schema>, { account_id, id }: ChargeKey, at: Date): Promise<void> {
  await sql`
    update card_charge c set outcome = 'succeeded', payment_id = t.payment_id,
      ended_at = coalesce(c.ended_at, ${at}::timestamptz)
      from top_up t
     where c.account_id = ${account_id} and c.id = ${id} and c.outcome is distinct from 'succeeded'
       and t.account_id = c.account_id and t.id = c.id and t.status = ${TopUpStatus.Paid}`.execute(tx)
}

export const dueCharges = dueRows<ChargeRow>({
  table: 'card_charge',
  key: ['account_id', 'id'],
  due: 'poll_at',
  since: 'begun_at',
  tries: 'polls',
  open: 'ended_at is null',
  backOff: { first: 20 * SECOND, factor: 0.1, most: 5 * MINUTE },
  batch: 100,
  read: `select c.*, t.amount_micros as amount, t.currency, t.test, t.purpose, a.partition
    from claimed c
    join top_up t on t.account_id = c.account_id and t.id = c.id
    join account a on a.id = c.account_id`,
})

/** Claims charges without a known outcome that are due to be polled, each for one process. */
export const claimDueCharges = (db: Kysely<Schema>, now: Date): Promise<readonly ChargeRow[]> =>
  dueCharges.claim(txOf(db), now)

export const countDueCharges = (db: Kysely<Schema>, now: Date): Promise<number> => dueCharges.backlog(txOf(db), now)
