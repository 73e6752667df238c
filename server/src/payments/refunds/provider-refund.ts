import type { RefundId } from '@hongyan/contract/ids'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { ledger } from '../../ledger/ledger.ts'
import type { PaymentUpdate } from '../../providers/payments/provider.ts'
import type { Purposes } from '../purposes.ts'
import { postCashbackNow } from '../settlement/cashback.ts'
import { insertRefund, type PaidOrder, readRefunds, type RefundRow } from './store.ts'

/** `refund_of_spent_money`: the provider paid out more than was left of the payment; the difference is not booked. */
export type ProviderRefundResult = 'refund_at_provider' | 'refund_of_spent_money' | 'nothing'

type RefundUpdate = Extract<PaymentUpdate, { readonly refund: string }>

/**
 * Books a refund that was made at the provider: the money is paid out already, without a fee. The charge's cashback goes
 * back as far as its fund holds it. The caller has locked the account's balance and the order.
 */
export async function bookProviderRefund(
  tx: Transaction<Schema>,
  purposes: Purposes,
  order: PaidOrder,
  update: RefundUpdate,
  at: Date,
): Promise<ProviderRefundResult> {
  const before = await readRefunds(tx, order)
  const paidOut = paidOutBy(update, before)
  if (paidOut <= 0n) return 'nothing'
  const charges = await ledger.charges(txOf(tx), order.account_id)
  const left = charges.find(({ entry }) => entry === order.entry)?.unspent ?? ZERO
  const amount = micros(paidOut < left ? paidOut : left)
  if (amount > 0n) {
    const refund = await book(tx, order, { amount, at, remoteId: update.refund, isFirst: before.length === 0 })
    await purposes[order.purpose].refunded(tx, order, refund, at)
  }
  return amount < paidOut ? 'refund_of_spent_money' : 'refund_at_provider'
}

/** Returns the amount of this refund. Some providers report only the sum of all refunds of the payment. */
function paidOutBy({ amount, total = ZERO }: RefundUpdate, before: readonly RefundRow[]): Micros {
  const known = before.reduce((sum, { paid_out_micros: each }) => sum + each, 0n)
  return amount ?? micros(total - known)
}

interface ProviderRefund {
  readonly amount: Micros
  readonly at: Date
  readonly remoteId: string
  readonly isFirst: boolean
}

async function book(
  tx: Transaction<Schema>,
  order: PaidOrder,
  { amount, at, remoteId, isFirst }: ProviderRefund,
): Promise<RefundRow> {
  const { account_id: account, entry: charge, channel } = order
  if (order.cashback_entry === null) await postCashbackNow(tx, order, at)
  const entry = { id: uuidv7(at), account, amount, count: 1, channel, charge, kept: ZERO }
  await ledger.refund(txOf(tx), [entry], at)
  const clawback = isFirst ? await clawbackOf(tx, order) : ZERO
  const back = clawback === 0n ? null : { id: uuidv7(at), account, amount: clawback, count: 1, charge }
  if (back !== null) await ledger.clawback(txOf(tx), [back], at)
  return insertRefund(tx, {
    account_id: account,
    id: uuidv7(at) as RefundId, // a new UUIDv7
    top_up_id: order.id,
    amount_micros: amount,
    fee_micros: ZERO,
    withheld_micros: ZERO,
    paid_out_micros: amount,
    clawback_micros: clawback,
    reason: remoteId,
    source: 'provider',
    status: 'done',
    begun_at: at,
    ended_at: at,
    remote_id: remoteId,
    entry: entry.id,
    clawback_entry: back?.id ?? null,
  })
}

async function clawbackOf(tx: Transaction<Schema>, { account_id, cashback_micros }: PaidOrder): Promise<Micros> {
  if (cashback_micros === null) return ZERO
  const { cashback } = await tx
    .selectFrom('balance')
    .select('cashback_micros as cashback')
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return cashback_micros < cashback ? cashback_micros : cashback
}
