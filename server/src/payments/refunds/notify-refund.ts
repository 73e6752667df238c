import { decimalOf } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { notify } from '../../notices/notify.ts'
import type { OrderRow } from '../orders/store.ts'
import type { RefundRow } from './store.ts'

/** Notifies the owner that a refund ended. A failure after the refund was done is a notice of its own. */
export async function notifyRefund(
  tx: Transaction<Schema>,
  { currency }: OrderRow,
  { account_id: account, id, status: ended, amount_micros, paid_out_micros }: RefundRow,
  at: Date,
): Promise<void> {
  const status = ended === 'done' ? 'done' : 'failed'
  const values = { status, amount: decimalOf(amount_micros), paid_out: decimalOf(paid_out_micros), currency } as const
  await notify(txOf(tx), { account, kind: 'refund_ended', values, at, ...(status === 'done' && { id }) })
}
