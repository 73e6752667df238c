import { MINUTE, SECOND } from '@hongyan/contract/durations'
import type { AccountId, TopUpId } from '@hongyan/contract/ids'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { type TopUpChannel, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { AccountTable } from '../../db/schema/account.ts'
import type { PaymentEventTable, TopUpTable } from '../../db/schema/payments.ts'
import { txOf } from '../../db/tx.ts'
import { dueRows } from '../../jobs/due.ts'
import { type OpenedPayment, orderIdOf, type OrderEvent } from '../../providers/payments/provider.ts'

export type OrderRow = Selectable<TopUpTable>

/** The primary key of an order. */
export type OrderKey = Pick<OrderRow, 'account_id' | 'id'>

/** The fields of an account that decide how it may pay. */
export type Payer = Pick<Selectable<AccountTable>, 'partition' | 'currency' | 'blocks'>

export async function readPayer(db: Kysely<Schema>, account: AccountId): Promise<Payer> {
  return db
    .selectFrom('account')
    .select(['partition', 'currency', 'blocks'])
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

/** Keeps the payment link. An order that was paid meanwhile is not polled any more. */
export async function keepPaymentLink(
  db: Kysely<Schema>,
  order: OrderKey,
  { action, payload, remoteId }: OpenedPayment,
  pollAt: Date,
): Promise<void> {
  const poll_at = sql<Date | null>`case when status = ${TopUpStatus.Open} then ${pollAt}::timestamptz else poll_at end`
  await updateOrder(db, order, { action, payload, remote_id: remoteId, poll_at })
}

/** Fails an order that cannot be paid. Keeps polling only where the channel may have received it. */
export async function failOrder(
  db: Kysely<Schema>,
  { account_id, id }: OrderKey,
  { keepPolling }: { readonly keepPolling: boolean },
): Promise<void> {
  await db
    .updateTable('top_up')
    .set({ status: TopUpStatus.Failed, ...(!keepPolling && { poll_at: null }) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', TopUpStatus.Open)
    .execute()
}

/** Finds an order by its id, whatever its account. */
export async function findById(db: Kysely<Schema>, id: TopUpId): Promise<OrderRow | null> {
  return (await db.selectFrom('top_up').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Sets the next poll of an order, or none, unless its status is one of these. */
export async function setPoll(
  db: Kysely<Schema>,
  { account_id, id }: OrderKey,
  at: Date | null,
  unless: readonly TopUpStatus[],
): Promise<void> {
  await db
    .updateTable('top_up')
    .set({ poll_at: at })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', 'not in', unless)
    .execute()
}

/** Marks the claimed poll of an order as ended, whatever its result. */
export const endPoll = (db: Kysely<Schema>, order: OrderRow): Promise<void> =>
  updateOrder(db, order, { ended_polls: order.polls })

/** Expires an order whose channel does not answer. The polls go on. */
export async function expireUnanswered(db: Kysely<Schema>, { account_id, id }: OrderKey): Promise<void> {
  await db
    .updateTable('top_up')
    .set({ status: TopUpStatus.Expired })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', TopUpStatus.Open)
    .execute()
}

/** Reads the orders of these ids that are the account's. */
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

/** The top-ups of an account that can still be paid, newest first. The limit of new orders bounds them. */
export const readPayable = (db: Kysely<Schema>, account: AccountId, now: Date): Promise<readonly OrderRow[]> =>
  db
    .selectFrom('top_up')
    .selectAll()
    .where('account_id', '=', account)
    .where('status', '=', TopUpStatus.Open)
    .where('purpose', '=', 'top_up')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()

/** The order that an event of the channel is about. */
export async function findOrder(
  db: Kysely<Schema>,
  channel: TopUpChannel,
  about: OrderEvent['about'],
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

/** Locks an order until the transaction ends. The caller has locked the account's balance. */
export async function lockOrder(tx: Transaction<Schema>, { account_id, id }: OrderKey): Promise<OrderRow> {
  return tx
    .selectFrom('top_up')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function hasEvent(tx: Transaction<Schema>, order: OrderKey, event: string): Promise<boolean> {
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

/**
 * Claims those of the orders that may be polled now; for some seconds no other process can claim them. Leaves out
 * orders that a saved card is charged for: their channel does not know them.
 */
export async function claimToPoll(
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
    .where('by_card', '=', false)
    .where((is) => is.or([is('polled_at', 'is', null), is('polled_at', '<=', justBefore(now))]))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('top_up')
    .set({ polled_at: now, polls: sql`polls + 1` })
    .where('account_id', '=', account)
    .where('id', 'in', free)
    .returningAll()
    .execute()
}

/** The most orders of one claim. */
export const DUE_ORDERS = 20

const dueOrders = dueRows<OrderRow>({
  table: 'top_up',
  key: ['account_id', 'id'],
  due: 'poll_at',
  since: 'created_at',
  tries: 'polls',
  set: 'polled_at = $1',
  where: 'channel = $2 and (polled_at is null or polled_at <= $3)',
  backOff: { first: 10 * SECOND, factor: 0.1, most: 5 * MINUTE },
  batch: DUE_ORDERS,
})

/** Claims orders of a channel that are due to be polled, each for one process. */
export const claimDueOrders = (db: Kysely<Schema>, channel: TopUpChannel, now: Date): Promise<readonly OrderRow[]> =>
  dueOrders.claim(txOf(db), now, [channel, justBefore(now)])

export const countDueOrders = (db: Kysely<Schema>, channel: TopUpChannel, now: Date): Promise<number> =>
  dueOrders.backlog(txOf(db), now, [channel, justBefore(now)])

const justBefore = (now: Date): Date => new Date(now.getTime() - limits.askEvery)
