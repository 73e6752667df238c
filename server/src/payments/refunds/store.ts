import { DAY, HOUR, SECOND } from '@hongyan/contract/durations'
import { type AccountId, TopUpId } from '@hongyan/contract/ids'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { RefundTable, TopUpTable } from '../../db/schema/payments.ts'
import { txOf } from '../../db/tx.ts'
import { dueRows } from '../../jobs/due.ts'
import type { OrderRow } from '../orders/store.ts'

export type RefundRow = Selectable<RefundTable>
export type RefundKey = Pick<RefundRow, 'account_id' | 'id'>

/** An order that was paid. */
export type PaidOrder = OrderRow & {
  readonly entry: string
  readonly payment_id: string
  readonly paid_at: Date
}

export const isPaid = (order: OrderRow): order is PaidOrder =>
  order.entry !== null && order.payment_id !== null && order.paid_at !== null

export async function findOrder(db: Kysely<Schema>, account: AccountId, id: string): Promise<OrderRow | null> {
  const found = await db
    .selectFrom('top_up')
    .selectAll()
    .where('account_id', '=', account)
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst()
  return found ?? null
}

/** True where the account has a ledger entry with this id, of any kind. A malformed id has none. */
export async function hasEntry(db: Kysely<Schema>, account: AccountId, id: string): Promise<boolean> {
  const known = TopUpId.safeParse(id)
  if (!known.success) return false
  const { rows } = await sql`
    select from ledger_entry where account_id = ${account} and id = ${known.data}`.execute(db)
  return rows.length > 0
}

/** Reads the refunds of an order that are done or pending. */
export async function readRefunds(db: Kysely<Schema>, { account_id, id }: OrderRow): Promise<readonly RefundRow[]> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('top_up_id', '=', id)
    .where('status', '<>', 'failed')
    .execute()
}

/** Counts the refunds that the account requested in the last 24 hours, failed ones included. */
export async function refundsOfDay(db: Kysely<Schema>, account: AccountId, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('refund')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('account_id', '=', account)
    .where('source', '=', 'owner')
    .where('begun_at', '>', new Date(now.getTime() - DAY))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertRefund(tx: Transaction<Schema>, row: Insertable<RefundTable>): Promise<RefundRow> {
  return tx.insertInto('refund').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function readRefund(db: Kysely<Schema>, { account_id, id }: RefundKey): Promise<RefundRow> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Locks a refund of an order until the transaction ends; null where there is none. The caller has locked the order. */
export async function lockRefund(
  tx: Transaction<Schema>,
  order: Pick<Selectable<TopUpTable>, 'account_id' | 'id'>,
  id: RefundRow['id'],
): Promise<RefundRow | null> {
  const found = await tx
    .selectFrom('refund')
    .selectAll()
    .where('account_id', '=', order.account_id)
    .where('id', '=', id)
    .where('top_up_id', '=', order.id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** Finds a refund of an order that was made at its provider, by the provider's id. */
export async function findProviderRefund(
  tx: Transaction<Schema>,
  order: Pick<Selectable<TopUpTable>, 'account_id' | 'id'>,
  remoteId: string,
): Promise<RefundRow | null> {
  const found = await tx
    .selectFrom('refund')
    .selectAll()
    .where('account_id', '=', order.account_id)
    .where('top_up_id', '=', order.id)
    .where('source', '=', 'provider')
    .where('remote_id', '=', remoteId)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

export async function updateRefund(
  db: Kysely<Schema>,
  { account_id, id }: RefundKey,
  values: UpdateObject<Schema, 'refund'>,
): Promise<void> {
  await db.updateTable('refund').set(values).where('account_id', '=', account_id).where('id', '=', id).execute()
}

export const dueRefunds = dueRows<RefundRow>({
  table: 'refund',
  key: ['account_id', 'id'],
  due: 'poll_at',
  since: 'begun_at',
  open: `status = 'pending'`,
  backOff: { first: 30 * SECOND, factor: 0.1, most: HOUR },
  batch: 10,
})

/** Claims refunds that are due to be polled, each for one process. */
export const claimDueRefunds = (db: Kysely<Schema>, now: Date): Promise<readonly RefundRow[]> =>
  dueRefunds.claim(txOf(db), now)

export const countDueRefunds = (db: Kysely<Schema>, now: Date): Promise<number> => dueRefunds.backlog(txOf(db), now)
