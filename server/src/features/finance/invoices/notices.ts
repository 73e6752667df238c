import type { AccountId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { type Address, notify } from '../../../notices/notify.ts'
import { creditNoteOf } from './credit-note.ts'
import { type InvoiceRow, outstandingOf } from './store.ts'

/** The email addresses of the billing profile, which are notified besides the owner. */
async function billingRecipients(tx: Transaction<Schema>, account: AccountId): Promise<readonly Address[]> {
  const profile = await tx
    .selectFrom('billing_profile')
    .select('emails')
    .where('account_id', '=', account)
    .executeTakeFirst()
  return (profile?.emails ?? []).map((address) => ({ channel: 'email', address }))
}

const dueOf = (invoice: InvoiceRow) => ({
  amount: decimalOf(outstandingOf(invoice)),
  currency: invoice.currency,
  number: invoice.number ?? '',
  due_on: invoice.due_on ?? '',
})

export async function notifyIssued(tx: Transaction<Schema>, invoice: InvoiceRow, at: Date): Promise<void> {
  const account = invoice.account_id
  const also = await billingRecipients(tx, account)
  await notify(txOf(tx), { account, kind: 'invoice_issued', values: dueOf(invoice), at, also })
}

/** Notifies of an invoice that is due. `days` count from the due day; below zero before it. */
export async function notifyDue(tx: Transaction<Schema>, invoice: InvoiceRow, days: number, at: Date): Promise<void> {
  const account = invoice.account_id
  const also = await billingRecipients(tx, account)
  const values = { ...dueOf(invoice), days: String(days) }
  await notify(txOf(tx), { account, kind: 'invoice_due', values, at, also })
}

/** Notifies of a bank transfer that paid a part of an invoice, and of what is still outstanding. */
export async function notifyPartPaid(
  tx: Transaction<Schema>,
  invoice: InvoiceRow,
  applied: Micros,
  at: Date,
): Promise<void> {
  const account = invoice.account_id
  const { amount: outstanding, currency, number } = dueOf(invoice)
  const values = { amount: decimalOf(applied), outstanding, currency, number }
  const also = await billingRecipients(tx, account)
  await notify(txOf(tx), { account, kind: 'invoice_part_paid', values, at, also })
}

/** Notifies of an invoice that staff voided, with the amount of its credit note. */
export async function notifyVoid(tx: Transaction<Schema>, invoice: InvoiceRow, at: Date): Promise<void> {
  const [account, note] = [invoice.account_id, creditNoteOf(invoice)]
  if (note === null) throw new Error(`invoice ${invoice.id} is not void`)
  const { currency, number } = dueOf(invoice)
  const values = { amount: decimalOf(note.amount), currency, number, credit_note: note.number }
  await notify(txOf(tx), { account, kind: 'invoice_void', values, at, also: await billingRecipients(tx, account) })
}

export async function notifyPaid(tx: Transaction<Schema>, invoice: InvoiceRow, at: Date): Promise<void> {
  const account = invoice.account_id
  const { currency, number } = dueOf(invoice)
  const values = { amount: decimalOf(invoice.total_micros), currency, number }
  await notify(txOf(tx), { account, kind: 'invoice_paid', values, at, also: await billingRecipients(tx, account) })
}
