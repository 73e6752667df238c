import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger, type Transfer } from '../../../ledger/ledger.ts'
import type { CycleDeps } from './cycle-deps.ts'
import {
  insertLines,
  type InvoiceKey,
  type InvoiceLineRow,
  type InvoiceRow,
  lockInvoice,
  updateInvoice,
} from './store.ts'

/** An amount that staff add to a draft, or take off it below zero. It is booked when the draft is issued. */
export interface Adjustment {
  readonly amount: Micros
  readonly text: string
}

/** Returns the draft with its new total, which may be below zero; null where the invoice is no draft any more. */
export const adjustInvoice = (
  { db, clock }: CycleDeps,
  key: InvoiceKey,
  { amount, text }: Adjustment,
): Promise<InvoiceRow | null> =>
  db.transaction().execute(async (tx) => {
    const at = clock.now()
    await ledger.lock(txOf(tx), [key.account_id])
    const draft = await lockInvoice(tx, key)
    if (draft?.status !== InvoiceStatus.Draft) return null
    const { account_id, id: invoice_id } = key
    await insertLines(tx, [{ account_id, id: uuidv7(at), invoice_id, kind: 'adjustment', amount_micros: amount, text }])
    return updateInvoice(tx, key, { total_micros: micros(draft.total_micros + amount) })
  })

/** Books a draft's adjustments, those that add first. The caller has locked the balance. */
export async function bookAdjustments(
  tx: Transaction<Schema>,
  lines: readonly InvoiceLineRow[],
  at: Date,
): Promise<void> {
  const adjustments = lines.filter(({ kind }) => kind === 'adjustment')
  const [increases, reductions] = [
    adjustments.filter(({ amount_micros }) => amount_micros > ZERO),
    adjustments.filter(({ amount_micros }) => amount_micros < ZERO),
  ]
  for (const line of increases) await writeEntry(tx, line, await bookIncrease(tx, line, at))
  for (const line of reductions) await writeEntry(tx, line, await bookReduction(tx, line, at))
}

/** Books an increase: more credit is drawn, which the invoice then bills. */
const bookIncrease = (
  tx: Transaction<Schema>,
  { account_id, amount_micros }: InvoiceLineRow,
  at: Date,
): Promise<string> => move(tx, account_id, { amount: amount_micros, from: 'credit', to: 'revenue' }, at)

/** Books a reduction, which pays back drawn credit. The excess becomes a gift, because the customer did not pay it. */
async function bookReduction(
  tx: Transaction<Schema>,
  { account_id, amount_micros }: InvoiceLineRow,
  at: Date,
): Promise<string> {
  const { credit } = await tx
    .selectFrom('balance')
    .select('credit_micros as credit')
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  const amount = -amount_micros
  const repaid = amount < -credit ? amount : -credit
  const excess = micros(amount - repaid)
  const entry =
    repaid === 0n ? null : await move(tx, account_id, { amount: micros(repaid), from: 'revenue', to: 'credit' }, at)
  const gift = excess === ZERO ? null : await move(tx, account_id, { amount: excess, from: 'revenue', to: 'gift' }, at)
  return entry ?? gift ?? ''
}

async function move(
  tx: Transaction<Schema>,
  account: AccountId,
  transfer: Pick<Transfer, 'amount' | 'from' | 'to'>,
  at: Date,
): Promise<string> {
  const id = uuidv7(at)
  await ledger.transfer(txOf(tx), [{ ...transfer, id, account, count: 1 }], at)
  return id
}

/** Stores the ledger entry of an adjustment on its line. */
async function writeEntry(tx: Transaction<Schema>, { account_id, id }: InvoiceLineRow, entry: string): Promise<void> {
  await tx
    .updateTable('invoice_line')
    .set({ entry })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}
