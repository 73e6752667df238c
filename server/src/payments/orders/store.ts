import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import type { AccountTable, PaymentEventTable, Schema, TopUpTable } from '../../db/schema.ts'
import { type OpenedPayment, orderIdOf, type PaymentEvent } from '../../providers/payments/provider.ts'

export type OrderRow = Selectable<TopUpTable>

/** What names an order in the database. */
export type OrderKey = Pick<OrderRow, 'account_id' | 'id'>

/** What of an account decides how it may pay. */
export type Payer = Pick<Selectable<AccountTable>, 'partition' | 'currency' | 'status'>

export async function readPayer(db: Kysely<Schema>, account: AccountId): Promise<Payer> {
  return db
    .selectFrom('account')
    .select(['partition', 'currency', 'status'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
}

export async function insertOrder(tx: Transaction<Schema>, row: Insertable<TopUpTable>): Promise<OrderRow> {
  return tx.insertInto('top_up').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateOrder(
  db: Kysely<Schema>,
  { account_id, id }: OrderKey,
  values: UpdateObject<Schema, 'top_up'>,
): Promise<void> {
  await db.updateTable('top_up').set(values).where('account_id', '=', account_id).where('id', '=', id).execute()
}

/** What the provider gave the payer. The order may have been paid meanwhile: then nothing has to be asked any more. */
export async function keepAnswer(
  db: Kysely<Schema>,
  order: OrderKey,
  { action, payload, remoteId }: OpenedPayment,
  askAt: Date,
): Promise<void> {
  const ask_at = sql<Date | null>`case when status = ${TopUpStatus.Open} then ${askAt}::timestamptz else ask_at end`
  await updateOrder(db, order, { action, payload, remote_id: remoteId, ask_at })
}

/** Nobody was given a way to pay it; the provider is asked about it only where it may have heard of it. */
export async function failOrder(db: Kysely<Schema>, { account_id, id }: OrderKey, heardOf: boolean): Promise<void> {
  await db
    .updateTable('top_up')
    .set({ status: TopUpStatus.Failed, ...(!heardOf && { ask_at: null }) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', TopUpStatus.Open)
    .execute()
}

/** Its channel need not be asked any more. */
export async function stopAsking(db: Kysely<Schema>, { account_id, id }: OrderKey): Promise<void> {
  await db
    .updateTable('top_up')
    .set({ ask_at: null })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '<>', TopUpStatus.Open)
    .execute()
}

/** Its channel has been silent for so long that the order is called over without its word. */
export async function giveUp(db: Kysely<Schema>, { account_id, id }: OrderKey): Promise<void> {
  await db
    .updateTable('top_up')
    .set({ status: TopUpStatus.Expired, ask_at: null })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', TopUpStatus.Open)
    .execute()
}

/** The account's own orders of these ids; whatever is not its own is not there. */
export async function readOrders(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly TopUpId[],
): Promise<readonly OrderRow[]> {
  return db
    .selectFrom('top_up')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', 'in', [...ids])
    .execute()
}

/** The order that a webhook of the channel speaks of. */
export async function findOrder(
  db: Kysely<Schema>,
  channel: TopUpChannel,
  about: PaymentEvent['about'],
): Promise<OrderKey | null> {
  const id = 'reference' in about ? orderIdOf(about.reference) : null
  if ('reference' in about && id === null) return null
  const found = await db
    .selectFrom('top_up')
    .select(['account_id', 'id'])
    .where('channel', '=', channel)
    .where((is) => ('paymentId' in about ? is('payment_id', '=', about.paymentId) : is('id', '=', id)))
    .executeTakeFirst()
  return found ?? null
}

/** The row of an order, nobody else's until the transaction ends. Locked after its account's balance. */
export async function lockOrder(tx: Transaction<Schema>, { account_id, id }: OrderKey): Promise<OrderRow> {
  return tx
    .selectFrom('top_up')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function wasHeard(tx: Transaction<Schema>, order: OrderKey, event: string): Promise<boolean> {
  const found = await tx
    .selectFrom('payment_event')
    .select('event_id')
    .where('account_id', '=', order.account_id)
    .where('top_up_id', '=', order.id)
    .where('event_id', '=', event)
    .executeTakeFirst()
  return found !== undefined
}

export async function writeEvent(tx: Transaction<Schema>, row: Insertable<PaymentEventTable>): Promise<void> {
  await tx.insertInto('payment_event').values(row).execute()
}

/** Whether this was the first money that a new account paid in (semantics D13). */
export async function raiseLevel(tx: Transaction<Schema>, account: AccountId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ level: TrustLevel.Paid })
    .where('id', '=', account)
    .where('level', '=', TrustLevel.New)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Those of the orders whose channel may be asked now; whoever claims one is the only one to ask for a while. What
 * is charged to a kept card is known to whoever keeps it, and to no channel.
 */
export async function claimToAsk(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly TopUpId[],
  now: Date,
): Promise<readonly OrderRow[]> {
  const free = db
    .selectFrom('top_up')
    .select('id')
    .where('account_id', '=', account)
    .where('id', 'in', [...ids])
    .where('status', '<>', TopUpStatus.Paid)
    .where('auto', '=', false)
    .where('by_card', '=', false)
    .where((is) => is.or([is('asked_at', 'is', null), is('asked_at', '<=', justBefore(now))]))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('top_up')
    .set({ asked_at: now, asked_times: sql`asked_times + 1` })
    .where('account_id', '=', account)
    .where('id', 'in', free)
    .returningAll()
    .execute()
}

/**
 * The orders of a channel that are due to be asked for, so many at once and each for one process. The next time is set
 * at once, a tenth of the order's age ahead, so that a process that dies in between loses nothing.
 */
export async function claimDue(
  db: Kysely<Schema>,
  channel: TopUpChannel,
  now: Date,
  most: number,
): Promise<readonly OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    update top_up t set asked_at = ${now}, asked_times = t.asked_times + 1,
      ask_at = ${now}::timestamptz + least(greatest((${now}::timestamptz - t.created_at) / 10, interval '10 s'), interval '5 min')
    from (
      select account_id, id from top_up
       where ask_at <= ${now} and channel = ${channel} and (asked_at is null or asked_at <= ${justBefore(now)})
       order by ask_at limit ${most} for update skip locked
    ) due
    where t.account_id = due.account_id and t.id = due.id
    returning t.*`.execute(db)
  return rows
}

const justBefore = (now: Date): Date => new Date(now.getTime() - limits.askEvery)
