import { decimalOf, type Micros, ZERO } from '@hongyan/contract/money'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { DisputeTable, TopUpTable } from '../../db/schema/payments.ts'
import { txOf } from '../../db/tx.ts'
import { notify, recall } from '../../notices/notify.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { type Disputed, ledger } from '../../ledger/ledger.ts'
import type { PaymentUpdate } from '../../providers/payments/provider.ts'
import type { AccountEffects } from '../deps.ts'

/** An update of a dispute from its channel. */
export type DisputeUpdate = Extract<PaymentUpdate, { readonly disputeId: string }>

/** The fields of a paid order that a dispute needs. */
export type DisputedOrder = Pick<
  Selectable<TopUpTable>,
  'account_id' | 'id' | 'channel' | 'currency' | 'amount_micros' | 'paid_at' | 'entry'
>

/** `nothing`: the update was settled before, or the dispute has ended. */
export type DisputeResult = DisputeUpdate['kind'] | 'nothing' | 'wrong_currency'

type Known = Pick<Selectable<DisputeTable>, 'status' | 'entry'>
type Case = DisputedOrder & { readonly entry: string; readonly disputeId: string }

/**
 * Settles an update of a dispute (semantics D5). Opened takes the money back and blocks payments by card, won gives it
 * back and lifts the block, also after a loss (an appeal), lost leaves it taken. An inquiry moves nothing. The caller has
 * locked the account's balance and the order. A repeated update counts once, won is final, and an end that overtakes the
 * opening leaves the same state as both in order. Throws while the order is not paid, so that the channel repeats the
 * webhook.
 */
export async function settleDispute(
  tx: Transaction<Schema>,
  accounts: AccountEffects,
  order: DisputedOrder,
  update: DisputeUpdate,
  at: Date,
): Promise<DisputeResult> {
  if (update.kind === 'dispute_inquiry') return update.kind
  if (order.entry === null) throw new Error(`order ${order.id} is disputed before it is paid`)
  const disputed: Case = { ...order, entry: order.entry, disputeId: update.disputeId }
  const known = await find(tx, disputed)
  if (known === null) return first(tx, accounts, disputed, update, at)
  if (update.kind === 'dispute_opened' || known.status === 'won') return 'nothing'
  if (update.kind === 'dispute_won') await giveBack(tx, accounts, disputed, known, at)
  else if (known.status === 'lost') return 'nothing'
  else await updateDispute(tx, disputed, { status: 'lost', closed_at: at })
  return update.kind
}

async function first(
  tx: Transaction<Schema>,
  accounts: AccountEffects,
  order: Case,
  update: DisputeUpdate,
  at: Date,
): Promise<DisputeResult> {
  if (update.currency !== order.currency) return 'wrong_currency'
  const won = update.kind === 'dispute_won'
  const taken = won ? null : await take(tx, order, update.amount, at)
  await tx
    .insertInto('dispute')
    .values({
      ...keyOf(order),
      top_up_id: order.id,
      amount_micros: update.amount,
      status: update.kind === 'dispute_opened' ? 'open' : won ? 'won' : 'lost',
      opened_at: at,
      closed_at: update.kind === 'dispute_opened' ? null : at,
      entry: taken?.id ?? null,
    })
    .execute()
  if (taken !== null) {
    await notifyOwner(tx, order, taken, at)
    await accounts.blockCards(tx, order.account_id, at)
  }
  return update.kind
}

/** Takes at most the rest of the payment. A bank may claim more, for fees that the customer does not pay. */
async function take(tx: Transaction<Schema>, order: Case, claimed: Micros, at: Date): Promise<Disputed> {
  const charges = await ledger.charges(txOf(tx), order.account_id)
  const left = charges.find(({ entry }) => entry === order.entry)?.amount ?? ZERO
  const entry = entryOf(order, claimed < left ? claimed : left, at)
  await ledger.dispute(txOf(tx), [entry], at)
  return entry
}

/** Notifies the owner. The notice has the entry's id, so that a dispute that is won can recall an undelivered one. */
async function notifyOwner(tx: Transaction<Schema>, order: Case, { id, amount }: Disputed, at: Date): Promise<void> {
  const { account_id: account, currency, paid_at: paid } = order
  const values = { amount: decimalOf(amount), currency, paid_at: (paid ?? at).toISOString() }
  await notify(txOf(tx), { account, id, kind: 'dispute', values, at })
}

async function giveBack(
  tx: Transaction<Schema>,
  accounts: AccountEffects,
  order: Case,
  { entry: taken }: Known,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ amount: Micros }>`
    select amount_micros as amount from ledger_entry where account_id = ${order.account_id} and id = ${taken}`.execute(
    tx,
  )
  const entry = entryOf(order, rows[0]?.amount ?? ZERO, at)
  await ledger.disputeWon(txOf(tx), [entry], at)
  if (taken !== null) await recall(txOf(tx), order.account_id, taken)
  await updateDispute(tx, order, { status: 'won', closed_at: at, won_entry: entry.id })
  await accounts.unblockCards(tx, order.account_id, at)
}

const entryOf = ({ account_id: account, entry: charge, channel }: Case, amount: Micros, at: Date): Disputed => ({
  id: uuidv7(at),
  account,
  amount,
  count: 1,
  charge,
  channel,
})

const keyOf = ({ account_id, channel, disputeId: remote_id }: Case) => ({ account_id, channel, remote_id })

async function find(tx: Transaction<Schema>, order: Case): Promise<Known | null> {
  const { account_id, channel, remote_id } = keyOf(order)
  const found = await tx
    .selectFrom('dispute')
    .select(['status', 'entry'])
    .where((is) => is.and({ account_id, channel, remote_id }))
    .executeTakeFirst()
  return found ?? null
}

async function updateDispute(
  tx: Transaction<Schema>,
  order: Case,
  values: Partial<Pick<Selectable<DisputeTable>, 'status' | 'closed_at' | 'won_entry'>>,
): Promise<void> {
  const { account_id, channel, remote_id } = keyOf(order)
  await tx
    .updateTable('dispute')
    .set(values)
    .where((is) => is.and({ account_id, channel, remote_id }))
    .execute()
}
