import { MINUTE } from '@hongyan/contract/durations'
import type { Refund } from '@hongyan/contract/endpoints/finance/refunds'
import { type AccountId, RefundId, type TransactionId } from '@hongyan/contract/ids'
import { decimalOf, type Micros, micros } from '@hongyan/contract/money'
import { refundOf, type RefundSum, type RefundTerms } from '@hongyan/contract/refund'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { ledger } from '../../ledger/ledger.ts'
import type { CallKey } from '../../limits/answers.ts'
import { postCashbackNow } from '../settlement/cashback.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockOrder } from '../orders/store.ts'
import { sendRefund } from './poll-refund.ts'
import { caseOf, findPaidOrder } from './offer.ts'
import { type PaidOrder, insertRefund, isPaid, readRefund, type RefundRow } from './store.ts'

export interface RefundRequest {
  readonly amount: Micros | null
  readonly reason: string
}

/** Longer than any provider call, so a refund that still has no response has to be polled. */
const POLLED_AFTER = MINUTE

/**
 * Refunds a part of a payment. The money leaves the balance with the refund's row, before the channel receives the refund,
 * so it cannot be spent meanwhile. A channel that does not answer is polled until it does. A repeated call continues the
 * refund that its key names.
 */
export async function createRefund(
  deps: PaymentDeps,
  account: AccountId,
  id: TransactionId,
  request: RefundRequest,
  key: CallKey,
): Promise<Refund> {
  const charge = await findPaidOrder(deps.db, account, id)
  const refund =
    key.earlier === null
      ? await deps.db.transaction().execute((tx) => commitRefund(tx, deps, charge, { ...request, key }))
      : await readRefund(deps.db, { account_id: account, id: RefundId.parse(key.earlier) })
  if (refund.status !== 'pending') return present(refund)
  // If the call fails, the refund stays pending and the refund loop polls it.
  await sendRefund(deps, refund, key.earlier === null ? 'first' : 'again').catch((error: unknown) =>
    deps.log.warn({ err: error, refund: refund.id }, 'a refund could not be sent'),
  )
  return present(await readRefund(deps.db, refund))
}

async function commitRefund(
  tx: Transaction<Schema>,
  deps: PaymentDeps,
  { account_id: account, id }: PaidOrder,
  { amount, reason, key }: RefundRequest & { readonly key: CallKey },
): Promise<RefundRow> {
  const at = deps.clock.now()
  const refund = RefundId.parse(uuidv7(at))
  await key.name(txOf(tx), refund)
  await ledger.lock(txOf(tx), [account])
  const charge = await lockOrder(tx, { account_id: account, id })
  if (!isPaid(charge)) throw new Refusal('refund_not_allowed')
  const { terms, refusal } = await caseOf(tx, deps, charge)
  if (refusal !== null) throw new Refusal(refusal)
  const sum = amount === null ? null : refundOf(terms, amount)
  if (sum === null) throw new Refusal('refund_out_of_range', { field: 'amount' })
  if (charge.cashback_entry === null) await postCashbackNow(tx, charge, at)
  return insertRefund(tx, {
    account_id: account,
    id: refund,
    top_up_id: charge.id,
    amount_micros: sum.amount,
    fee_micros: sum.fee,
    withheld_micros: sum.withheld,
    paid_out_micros: sum.paidOut,
    clawback_micros: terms.clawback,
    reason,
    status: 'pending',
    begun_at: at,
    poll_at: new Date(at.getTime() + POLLED_AFTER),
    ...(await takeOut(tx, charge, sum, terms, at)),
  })
}

/** The house keeps the fee, and what was withheld for cashback that is spent (semantics D5). */
async function takeOut(
  tx: Transaction<Schema>,
  { account_id: account, entry: charge, channel }: PaidOrder,
  { amount, fee, withheld }: RefundSum,
  { clawback }: RefundTerms,
  at: Date,
): Promise<Pick<RefundRow, 'entry' | 'clawback_entry'>> {
  const entry = { id: uuidv7(at), account, amount, count: 1, channel, charge, kept: micros(fee + withheld) }
  await ledger.refund(txOf(tx), [entry], at)
  if (clawback === 0n) return { entry: entry.id, clawback_entry: null }
  const back = { id: uuidv7(at), account, amount: clawback, count: 1, charge }
  await ledger.clawback(txOf(tx), [back], at)
  return { entry: entry.id, clawback_entry: back.id }
}

const present = (row: RefundRow): Refund => ({
  id: row.id,
  status: row.status,
  amount: decimalOf(row.amount_micros),
  fee: decimalOf(row.fee_micros),
  withheld: decimalOf(row.withheld_micros),
  paid_out: decimalOf(row.paid_out_micros),
  clawback: decimalOf(row.clawback_micros),
})
