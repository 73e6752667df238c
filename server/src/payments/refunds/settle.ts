import { micros } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { recall } from '../../notices/notify.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { ledger } from '../../ledger/ledger.ts'
import { type PaymentUpdate, refundIdOf } from '../../providers/payments/provider.ts'
import { isReturned } from '../bookings/store.ts'
import type { OrderRow } from '../orders/store.ts'
import type { PurposeEffects, Purposes } from '../purposes.ts'
import { bookProviderRefund, type ProviderRefundResult } from './provider-refund.ts'
import { findProviderRefund, isPaid, lockRefund, type RefundRow, updateRefund } from './store.ts'

/** An update of a refund from its channel. */
export type RefundUpdate = Extract<PaymentUpdate, { readonly refund: string }>

/**
 * `refund_after_failure`: the channel paid out a refund that had failed, after its money was returned to the account.
 */
export type RefundResult =
  | RefundUpdate['kind']
  | ProviderRefundResult
  | 'unknown_refund'
  | 'wrong_refund'
  | 'refund_after_failure'

/**
 * Settles an update of a refund. A failure is final; a refund that was done may still fail, where the bank sends the money
 * back. The caller has locked the account's balance and the order.
 */
export async function settleRefund(
  tx: Transaction<Schema>,
  purposes: Purposes,
  order: OrderRow,
  update: RefundUpdate,
  at: Date,
): Promise<RefundResult> {
  const id = refundIdOf(update.refund)
  const refund = id === null ? await findProviderRefund(tx, order, update.refund) : await lockRefund(tx, order, id)
  if (refund === null && id === null && update.kind === 'refund_done' && isPaid(order))
    return bookProviderRefund(tx, purposes, order, update, at)
  if (refund === null) return (await isReturned(tx, update.refund)) ? 'nothing' : 'unknown_refund'
  const isWrong = update.amount !== undefined && update.amount !== refund.paid_out_micros
  if (isWrong && refund.source === 'owner') return 'wrong_refund'
  const { refunded } = purposes[order.purpose]
  if (update.kind === 'refund_done') return done(tx, refunded, refund, order, at)
  if (refund.status === 'failed') return 'nothing'
  const ended = { status: 'failed', ended_at: at, poll_at: null, code: update.reason ?? null } as const
  const back = await putBack(tx, refund, order, at)
  await updateRefund(tx, refund, { ...ended, ...back })
  await recall(txOf(tx), refund.account_id, refund.id)
  await refunded(tx, order, { ...refund, ...ended, ...back }, at)
  return 'refund_failed'
}

async function done(
  tx: Transaction<Schema>,
  refunded: PurposeEffects['refunded'],
  refund: RefundRow,
  order: OrderRow,
  at: Date,
): Promise<RefundResult> {
  if (refund.status === 'failed') return 'refund_after_failure'
  if (refund.status === 'done') return 'nothing'
  const ended = { status: 'done', ended_at: at, poll_at: null } as const
  await updateRefund(tx, refund, ended)
  await refunded(tx, order, { ...refund, ...ended }, at)
  return 'refund_done'
}

/** Reverses every booking of the refund, the fee included, by new entries. */
async function putBack(
  tx: Transaction<Schema>,
  refund: RefundRow,
  { account_id: account, entry: charge, channel }: OrderRow,
  at: Date,
): Promise<Pick<RefundRow, 'failed_entry' | 'clawback_failed_entry'>> {
  if (charge === null) throw new Error(`refund ${refund.id} is of an order that was never paid`)
  const kept = micros(refund.fee_micros + refund.withheld_micros)
  const entry = { id: uuidv7(at), account, amount: refund.amount_micros, count: 1, channel, charge, kept }
  await ledger.refundFailed(txOf(tx), [entry], at)
  if (refund.clawback_entry === null) return { failed_entry: entry.id, clawback_failed_entry: null }
  const back = { id: uuidv7(at), account, amount: refund.clawback_micros, count: 1, charge }
  await ledger.clawbackFailed(txOf(tx), [back], at)
  return { failed_entry: entry.id, clawback_failed_entry: back.id }
}
