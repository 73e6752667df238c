import { decimalOf, type Micros, micros, ZERO } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import { announceConfigChange } from '../../db/config-change.ts'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { notify } from '../../notices/notify.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { ledger } from '../../ledger/ledger.ts'
import type { PaymentEvent, PaymentUpdate, PaymentState } from '../../providers/payments/provider.ts'
import { drawCashback, type DrawnCashback } from './cashback.ts'
import type { TopUpDeps } from '../deps.ts'
import { type DisputeOutcome, settleDispute } from './dispute.ts'
import { type RefundOutcome, settleRefund } from '../refunds/settle.ts'
import {
  lockOrder,
  type OrderKey,
  type OrderRow,
  raiseLevel,
  readPayer,
  updateOrder,
  wasHeard,
  writeEvent,
} from '../orders/store.ts'

/** The result of an update. All but the first few change nothing. */
export type Outcome =
  | 'credited'
  | 'closed'
  | DisputeOutcome
  | RefundOutcome
  | 'duplicate'
  | 'already_paid'
  | 'second_payment'
  | 'wrong_amount'

/** Something that a channel said of an order, by a webhook or when it was asked. */
export type Told = Pick<PaymentEvent, 'id' | 'update'>

/** What an order becomes when its channel says that nobody can pay it any more. */
export type Ending = Exclude<TopUpStatus, typeof TopUpStatus.Open | typeof TopUpStatus.Paid>

type Paid = Extract<PaymentUpdate, { readonly kind: 'paid' }>

/** How long after an order's end its channel is asked once more, for money that was under way. */
const ONCE_MORE_AFTER = 10 * 60_000

/** Somebody's money lies at the channel and is not credited, or left it and was put back: a person has to look. */
const alarming: ReadonlySet<Outcome> = new Set([
  'second_payment',
  'wrong_amount',
  'wrong_currency',
  'unknown_refund',
  'wrong_refund',
  'refund_after_failure',
])

/** A state that was asked for, as an update that counts once. */
export const polled = (state: PaymentState): Told => ({
  id: ['polled', ...Object.values(state)].join(':'),
  update: state,
})

/** What a channel answered when it was told to close: what it has never heard of, nobody can pay any more. */
export const ended = (state: PaymentState, ending: Ending): Told =>
  state.kind === 'closed' || state.kind === 'absent'
    ? { id: `ended:${ending}`, update: { kind: 'closed' } }
    : polled(state)

/**
 * The one place where what a channel says of an order has an effect: in one transaction, under the locks of the account
 * and the order, and each event once. Money that came is credited whatever had become of the order, provided that
 * amount and currency are exactly the order's.
 */
export async function settleFact(
  deps: TopUpDeps,
  key: OrderKey,
  told: Told,
  ending: Ending = TopUpStatus.Expired,
): Promise<Outcome> {
  const { update } = told
  if (update.kind === 'pending' || update.kind === 'absent') return 'nothing'
  const at = deps.clock.now()
  const outcome = await deps.db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [key.account_id])
    const order = await lockOrder(tx, key)
    if (await wasHeard(tx, order, told.id)) return 'duplicate'
    const result = await applied(tx, deps, order, told, ending, at)
    await writeEvent(tx, eventRow(order, told, result, at))
    return result
  })
  if (alarming.has(outcome))
    deps.log.error({ topUp: key.id, outcome }, 'what a channel told of a payment cannot be right')
  return outcome
}

async function applied(
  tx: Transaction<Schema>,
  deps: TopUpDeps,
  order: OrderRow,
  { update }: Told,
  ending: Ending,
  at: Date,
): Promise<Outcome> {
  if (update.kind === 'paid') return paid(tx, deps, order, update, at)
  if (update.kind === 'closed') return closed(tx, order, ending, at)
  if ('refund' in update) return settleRefund(tx, order, update, at)
  return 'disputeId' in update ? settleDispute(tx, order, update, at) : 'nothing'
}

async function paid(
  tx: Transaction<Schema>,
  deps: TopUpDeps,
  order: OrderRow,
  update: Paid,
  at: Date,
): Promise<Outcome> {
  if (order.status === TopUpStatus.Paid)
    return order.payment_id === update.paymentId ? 'already_paid' : 'second_payment'
  if (update.currency !== order.currency) return 'wrong_currency'
  if (update.amount !== order.amount_micros) return 'wrong_amount'
  const { entry, rest } = await booked(tx, deps, order, at)
  const cashback = await cashbackOf(tx, deps, order, at)
  await updateOrder(tx, order, {
    status: TopUpStatus.Paid,
    payment_id: update.paymentId,
    paid_at: at,
    entry,
    ask_at: null,
    cashback_micros: cashback?.amount ?? null,
    cashback_due_at: cashback?.dueAt ?? null,
  })
  if (await raiseLevel(tx, order.account_id)) await announceConfigChange(tx, order.account_id)
  if (rest > ZERO) await tellCredit(tx, order, rest, at)
  return 'credited'
}

async function tellCredit(tx: Transaction<Schema>, order: OrderRow, amount: Micros, at: Date): Promise<void> {
  const { account_id: account, currency, channel, auto } = order
  const money = { amount: decimalOf(amount), currency }
  if (auto) await notify(txOf(tx), { account, kind: 'recharged', values: money, at })
  else await notify(txOf(tx), { account, kind: 'topped_up', values: { ...money, channel }, at })
}

/** The money as funds, or as what pays an invoice; answers its entry, and what is the account's own of it. */
async function booked(
  tx: Transaction<Schema>,
  { forInvoice }: TopUpDeps,
  { account_id: account, id, invoice_id: invoice, amount_micros: amount, channel }: OrderRow,
  at: Date,
): Promise<{ readonly entry: string; readonly rest: Micros }> {
  if (invoice !== null) {
    const { entry, applied } = await forInvoice(tx, { account, invoice, topUp: id, amount, channel, at })
    return { entry, rest: micros(amount - applied) }
  }
  const entry = uuidv7(at)
  await ledger.credit(txOf(tx), [{ id: entry, account, amount, count: 1, channel }], at)
  return { entry, rest: amount }
}

/** None for what pays an invoice: that is no top-up. */
async function cashbackOf(
  tx: Transaction<Schema>,
  { cashbackUntil }: TopUpDeps,
  { account_id: account, invoice_id: invoice, amount_micros: amount, channel, currency }: OrderRow,
  at: Date,
): Promise<DrawnCashback | null> {
  if (invoice !== null) return null
  const { partition } = await readPayer(tx, account)
  return drawCashback({ partition, currency, channel, amount, at, until: cashbackUntil })
}

/** The one who cancelled an order sees it cancelled, even where the channel's own word came first. */
async function closed(tx: Transaction<Schema>, order: OrderRow, ending: Ending, at: Date): Promise<Outcome> {
  const overtaken = order.status === TopUpStatus.Expired && ending === TopUpStatus.Cancelled
  if (order.status !== TopUpStatus.Open && !overtaken) return 'nothing'
  await updateOrder(tx, order, { status: ending, ask_at: new Date(at.getTime() + ONCE_MORE_AFTER) })
  return 'closed'
}

const eventRow = (order: OrderKey, { id, update }: Told, outcome: Outcome, at: Date) => ({
  account_id: order.account_id,
  top_up_id: order.id,
  event_id: id,
  kind: update.kind,
  amount_micros: 'amount' in update ? (update.amount ?? null) : null,
  currency: 'currency' in update ? update.currency : null,
  outcome,
  at,
})
