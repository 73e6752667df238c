import { decimalOf, micros } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { notify, recall } from '../../notices/notify.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { ledger } from '../../ledger/ledger.ts'
import { type PaymentUpdate, refundIdOf } from '../../providers/payments/provider.ts'
import type { OrderRow } from '../orders/store.ts'
import { lockRefund, type RefundRow, updateRefund } from './store.ts'

/** A refund as its channel tells of it. */
export type RefundFact = Extract<PaymentUpdate, { readonly refund: string }>

/** `refund_after_failure`: it was put back, and the channel paid it out after all. */
export type RefundOutcome = RefundFact['kind'] | 'nothing' | 'unknown_refund' | 'wrong_refund' | 'refund_after_failure'

/**
 * What a channel says of a refund, carried out. Done is done, unless the channel says later that it failed after all,
 * as banks that send money back do; a failure is final. The account's balance and the order are locked by the caller.
 */
export async function settleRefund(
  tx: Transaction<Schema>,
  order: OrderRow,
  fact: RefundFact,
  at: Date,
): Promise<RefundOutcome> {
  const id = refundIdOf(fact.refund)
  const refund = id === null ? null : await lockRefund(tx, order, id)
  if (refund === null) return 'unknown_refund'
  if (fact.amount !== undefined && fact.amount !== refund.paid_out_micros) return 'wrong_refund'
  if (fact.kind === 'refund_done') return done(tx, refund, order, at)
  if (refund.status === 'failed') return 'nothing'
  await updateRefund(tx, refund, {
    status: 'failed',
    ended_at: at,
    ask_at: null,
    code: fact.reason ?? null,
    ...(await putBack(tx, refund, order, at)),
  })
  await recall(txOf(tx), refund.account_id, refund.id)
  await tell(tx, refund, order, 'failed', at)
  return 'refund_failed'
}

async function done(tx: Transaction<Schema>, refund: RefundRow, order: OrderRow, at: Date): Promise<RefundOutcome> {
  if (refund.status === 'failed') return 'refund_after_failure'
  if (refund.status === 'done') return 'nothing'
  await updateRefund(tx, refund, { status: 'done', ended_at: at, ask_at: null })
  await tell(tx, refund, order, 'done', at)
  return 'refund_done'
}

/** One that was called done and failed after all is told again; whoever was not reached meanwhile hears only that. */
async function tell(
  tx: Transaction<Schema>,
  { account_id: account, id, amount_micros, paid_out_micros }: RefundRow,
  { currency }: OrderRow,
  status: 'done' | 'failed',
  at: Date,
): Promise<void> {
  const values = { status, amount: decimalOf(amount_micros), paid_out: decimalOf(paid_out_micros), currency }
  await notify(txOf(tx), { account, kind: 'refund_ended', values, at, ...(status === 'done' && { id }) })
}

/** All that was taken, by entries of its own: the fee is given back as well. */
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
