import { MINUTE } from '@hongyan/contract/durations'
import { type PayersMethod, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import { announceConfigChange } from '../../db/config-change.ts'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { ledger } from '../../ledger/ledger.ts'
import type { OrderEvent, PaymentState, PaymentUpdate } from '../../providers/payments/provider.ts'
import { endPaidCharge, lockOutcome } from '../charges/store.ts'
import { raiseAlarm } from '../alarms/raise.ts'
import type { PaymentDeps } from '../deps.ts'
import { hasEvent, lockOrder, type OrderKey, type OrderRow, updateOrder, writeEvent } from '../orders/store.ts'
import { type RefundResult, settleRefund } from '../refunds/settle.ts'
import { type DisputeResult, settleDispute } from './dispute.ts'

/** The effect of an update. */
export type SettlementResult =
  | 'credited'
  | 'processing'
  | 'closed'
  | 'method_named'
  | DisputeResult
  | RefundResult
  | 'duplicate'
  | 'already_paid'
  | 'second_payment'
  | 'wrong_amount'

/** An update of an order, by a webhook or by polling. */
export type ChannelUpdate = Pick<OrderEvent, 'id' | 'update'>

/** The status of an order that cannot be paid any more. */
export type Ending = typeof TopUpStatus.Cancelled | typeof TopUpStatus.Expired | typeof TopUpStatus.Failed

type Paid = Extract<PaymentUpdate, { readonly kind: 'paid' }>

/** An order that has ended is polled once more after this, for money that was under way. */
const LAST_POLL_AFTER = 10 * MINUTE

/**
 * Results that an operator has to resolve: the channel has money that no account was credited with, paid out a refund
 * that had failed, or a bank inquires about a payment and expects a response within days.
 */
const alarming: ReadonlySet<SettlementResult> = new Set([
  'second_payment',
  'wrong_amount',
  'wrong_currency',
  'unknown_refund',
  'wrong_refund',
  'refund_after_failure',
  'refund_of_spent_money',
  'dispute_inquiry',
])

/** Makes an update of a polled state. The same state has the same event id, so it has an effect only once. */
export const polled = (state: PaymentState): ChannelUpdate => ({
  id: ['polled', ...Object.values(state)].join(':'),
  update: state,
})

/** Makes the update of an order that its channel closed. An order that the channel does not know counts as closed. */
export const closedAs = (state: PaymentState, ending: Ending): ChannelUpdate =>
  state.kind === 'closed' || state.kind === 'absent'
    ? { id: `ended:${ending}`, update: { kind: 'closed' } }
    : polled(state)

/**
 * Settles an update of an order: the only place where an update has an effect. One transaction, under the locks of the
 * account's balance and the order, once for each event. Money is credited whatever the status of the order, provided that
 * amount and currency are exactly the order's.
 */
export async function settleUpdate(
  deps: PaymentDeps,
  key: OrderKey,
  { id, update }: ChannelUpdate,
  ending: Ending = TopUpStatus.Expired,
): Promise<SettlementResult> {
  if (update.kind === 'pending' || update.kind === 'absent') return 'nothing'
  const at = deps.clock.now()
  const result = await deps.db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [key.account_id])
    const order = await lockOrder(tx, key)
    const effect = (await hasEvent(tx, order, id)) ? 'duplicate' : await apply(tx, deps, order, update, ending, at)
    if (effect !== 'duplicate') await writeEvent(tx, eventRow(order, { id, update }, effect, at))
    if (alarming.has(effect)) await raiseAlarm(tx, alarmOf(order, { id, update }, effect, at))
    if (update.kind === 'paid' && order.by_card) await endPaidCharge(tx, order, at)
    return effect
  })
  if (alarming.has(result))
    deps.log.error({ topUp: key.id, outcome: result }, 'an update of a payment needs an operator')
  return result
}

async function apply(
  tx: Transaction<Schema>,
  deps: PaymentDeps,
  order: OrderRow,
  update: PaymentUpdate,
  ending: Ending,
  at: Date,
): Promise<SettlementResult> {
  if (update.kind === 'paid') return pay(tx, deps, order, update, at)
  if (update.kind === 'closed') return close(tx, order, ending, at)
  if (update.kind === 'processing') return markProcessing(tx, order, at)
  if (update.kind === 'method') return nameMethod(tx, order, update.method)
  if ('refund' in update) return settleRefund(tx, deps.purposes, order, update, at)
  return 'disputeId' in update ? settleDispute(tx, deps.accounts, order, update, at) : 'nothing'
}

async function pay(
  tx: Transaction<Schema>,
  { purposes, accounts }: PaymentDeps,
  order: OrderRow,
  { paymentId, currency, amount }: Paid,
  at: Date,
): Promise<SettlementResult> {
  if (order.status === TopUpStatus.Paid) return order.payment_id === paymentId ? 'already_paid' : 'second_payment'
  if (currency !== order.currency) return 'wrong_currency'
  if (amount !== order.amount_micros) return 'wrong_amount'
  const endedAs = order.by_card ? await lockOutcome(tx, order) : null
  const { entry, cashback = null } = await purposes[order.purpose].paid(tx, order, { at, endedAs })
  await updateOrder(tx, order, {
    status: TopUpStatus.Paid,
    payment_id: paymentId,
    paid_at: at,
    entry,
    poll_at: null,
    cashback_micros: cashback?.amount ?? null,
    cashback_due_at: cashback?.dueAt ?? null,
  })
  if (await accounts.raiseLevel(tx, order.account_id)) await announceConfigChange(tx, order.account_id)
  return 'credited'
}

/** The method moves no money: a line of the order is called by it. */
async function nameMethod(tx: Transaction<Schema>, order: OrderRow, method: PayersMethod): Promise<SettlementResult> {
  await updateOrder(tx, order, { method })
  return 'method_named'
}

/** The money is under way, whatever ended the order: the customer neither cancelled nor failed to pay it. */
async function markProcessing(tx: Transaction<Schema>, order: OrderRow, at: Date): Promise<SettlementResult> {
  if (order.status === TopUpStatus.Paid || order.status === TopUpStatus.Processing) return 'nothing'
  await updateOrder(tx, order, { status: TopUpStatus.Processing, poll_at: new Date(at.getTime() + LAST_POLL_AFTER) })
  return 'processing'
}

/**
 * A customer who cancelled an order sees it cancelled, even where the channel had expired it before. A payment that was
 * processing has failed.
 */
async function close(tx: Transaction<Schema>, order: OrderRow, ending: Ending, at: Date): Promise<SettlementResult> {
  const wasProcessing = order.status === TopUpStatus.Processing
  const overtaken = order.status === TopUpStatus.Expired && ending === TopUpStatus.Cancelled
  if (order.status !== TopUpStatus.Open && !overtaken && !wasProcessing) return 'nothing'
  const status = wasProcessing ? TopUpStatus.Failed : ending
  await updateOrder(tx, order, { status, poll_at: new Date(at.getTime() + LAST_POLL_AFTER) })
  return 'closed'
}

const alarmOf = (order: OrderRow, { id, update }: ChannelUpdate, kind: SettlementResult, at: Date) => ({
  channel: order.channel,
  kind,
  about: order.id,
  event: id,
  paymentId: 'paymentId' in update ? update.paymentId : null,
  amount: 'amount' in update ? (update.amount ?? null) : null,
  currency: 'currency' in update ? update.currency : order.currency,
  at,
})

const eventRow = (order: OrderKey, { id, update }: ChannelUpdate, outcome: SettlementResult, at: Date) => ({
  account_id: order.account_id,
  top_up_id: order.id,
  event_id: id,
  kind: update.kind,
  amount_micros: 'amount' in update ? (update.amount ?? null) : null,
  currency: 'currency' in update ? update.currency : null,
  outcome,
  at,
})
