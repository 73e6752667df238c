import { decimalOf, type Micros, ZERO } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { ledger } from '../../ledger/ledger.ts'
import { notify } from '../../notices/notify.ts'
import type { OrderRow } from '../orders/store.ts'

/** Credits the amount of a paid order to the account's funds; returns the ledger's entry. */
export async function creditFunds(tx: Transaction<Schema>, order: OrderRow, at: Date): Promise<string> {
  const { account_id: account, amount_micros: amount, channel } = order
  const entry = uuidv7(at)
  await ledger.credit(txOf(tx), [{ id: entry, account, amount, count: 1, channel }], at)
  return entry
}

/** Notifies the owner of money that a payment added to the funds. */
export async function notifyToppedUp(
  tx: Transaction<Schema>,
  { account_id: account, currency, channel }: OrderRow,
  amount: Micros,
  at: Date,
): Promise<void> {
  if (amount === ZERO) return
  await notify(txOf(tx), { account, kind: 'topped_up', values: { amount: decimalOf(amount), currency, channel }, at })
}
