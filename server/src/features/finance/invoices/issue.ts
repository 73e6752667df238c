import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { Seller } from '../../../config/sellers.ts'
import type { Schema } from '../../../db/schema.ts'
import type { IssuedBy } from '../../../db/schema/invoices.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { bookAdjustments } from './adjustments.ts'
import { readBilledTo } from './billed-to.ts'
import type { CycleDeps } from './cycle-deps.ts'
import { dayOf } from './day-of.ts'
import { eachDue } from './each-due.ts'
import { notifyIssued } from './notices.ts'
import { drawNumber } from './numbers.ts'
import { creditIn, drawnIn } from './period.ts'
import { after } from './states.ts'
import {
  deleteDraft,
  insertLines,
  type InvoiceKey,
  type InvoiceLineRow,
  type InvoiceRow,
  lockInvoice,
  readLines,
  updateInvoice,
} from './store.ts'
import { taxIn, taxRate } from './tax.ts'

/** The result of issuing a draft: issued, deleted because nothing is left to pay, or `not_draft`. */
export type Issued =
  | { readonly kind: 'issued'; readonly invoice: InvoiceRow }
  | { readonly kind: 'nothing_left' | 'not_draft' }

const PAGE = 100

/** Issues every draft that is due; an account has one at most. */
export const issueDue = (deps: CycleDeps, failed: (invoice: InvoiceKey, error: unknown) => void): Promise<void> =>
  eachDue({ read: (last) => readDue(deps, last), work: (key) => issueInvoice(deps, key), failed })

function readDue({ db, clock, only }: CycleDeps, last: InvoiceKey | undefined): Promise<readonly InvoiceKey[]> {
  const ofAll = db
    .selectFrom('invoice')
    .select(['account_id', 'id'])
    .where('status', '=', InvoiceStatus.Draft)
    .where('issue_at', '<=', clock.now())
    .orderBy('account_id')
    .limit(PAGE)
  const due = only === undefined ? ofAll : ofAll.where('account_id', '=', only)
  return (last === undefined ? due : due.where('account_id', '>', last.account_id)).execute()
}

/**
 * Issues a draft: deducts repayments since the period was closed, books the adjustments, bills the total in the ledger,
 * and sets the number, the due day and the tax that the total contains. If nothing is left to pay, books the
 * adjustments and deletes the draft; no number is drawn, so the numbers have no gap.
 */
export const issueInvoice = ({ db, clock, sellers }: CycleDeps, key: InvoiceKey): Promise<Issued> =>
  db.transaction().execute(async (tx) => {
    const at = clock.now()
    await ledger.lock(txOf(tx), [key.account_id])
    const draft = await lockInvoice(tx, key)
    const status = draft === null ? null : after(draft.status, 'issue')
    if (draft === null || status === null) return { kind: 'not_draft' }
    const total = await updateTotal(tx, draft, at)
    if (total <= ZERO) {
      await deleteDraft(tx, draft)
      return { kind: 'nothing_left' }
    }
    const [seller, billedTo] = [sellers[draft.partition], await readBilledTo(tx, draft.account_id)]
    const rate = taxRate(seller, billedTo?.country ?? '')
    const tax = rate === null ? ZERO : taxIn(total, rate)
    const entry = { id: uuidv7(at), account: draft.account_id, amount: total, tax, count: 1 }
    await ledger.bill(txOf(tx), [entry], at)
    const today = await dayOf(tx, draft.account_id, at)
    const invoice = await updateInvoice(tx, draft, {
      status,
      number: await drawNumber(tx, 'invoice', draft.partition, today.year),
      issued_at: at,
      billed_to: JSON.stringify(billedTo),
      issued_by: JSON.stringify(issuedBy(seller)),
      due_on: today.due,
      total_micros: total,
      ...(rate !== null && { tax_name: rate.name, tax_ppm: rate.ppm, tax_micros: tax }),
      entry: entry.id,
    })
    await notifyIssued(tx, invoice, at)
    return { kind: 'issued', invoice }
  })

/** The seller without its bank account and rates: invoices name the account as it is when they are paid. */
function issuedBy(seller: Seller | null): IssuedBy | null {
  if (seller === null) return null
  const { name, address, tax_id } = seller
  return { name, address, tax_id }
}

/** Adds a line for repayments since the draft was made, books the adjustments, and returns the new total. */
async function updateTotal(tx: Transaction<Schema>, draft: InvoiceRow, at: Date): Promise<Micros> {
  const lines = await readLines(tx, draft)
  const before = lines.reduce((sum, { amount_micros: amount }) => sum + amount, 0n)
  const found = creditIn(lines)
  const left = await leftOf(tx, draft, found)
  await bookAdjustments(tx, lines, at)
  const total = micros(left + before - found)
  if (total !== before) await addRepaid(tx, draft, lines, micros(total - before), at)
  return total
}

/** Returns the credit of a draft that is still unpaid, and keeps the repayments that the invoice deducts. */
async function leftOf(tx: Transaction<Schema>, draft: InvoiceRow, found: bigint): Promise<bigint> {
  const { left, repaid } = await drawnIn(tx, draft, found)
  const closing = tx.updateTable('invoice_closing').set({ repaid_micros: repaid })
  await closing.where('account_id', '=', draft.account_id).execute()
  return left
}

async function addRepaid(
  tx: Transaction<Schema>,
  { account_id, id: invoice_id }: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  change: Micros,
  at: Date,
): Promise<void> {
  const repaid = lines.find(({ kind }) => kind === 'repaid')
  if (repaid === undefined)
    return insertLines(tx, [{ account_id, id: uuidv7(at), invoice_id, kind: 'repaid', amount_micros: change }])
  await tx
    .updateTable('invoice_line')
    .set({ amount_micros: micros(repaid.amount_micros + change) })
    .where('account_id', '=', account_id)
    .where('id', '=', repaid.id)
    .execute()
}
