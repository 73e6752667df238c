import type { Fapiao, Invoice, InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { invoiceLineKinds, InvoiceStatus, isDisputable } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readCustomer } from './customer.ts'
import type { InvoicesDeps, NewFapiao } from './deps.ts'
import { presentInvoice } from './present.ts'
import { getInvoice, ownInvoice } from './reading.ts'
import { type InvoiceRow, lockInvoice, updateInvoice } from './store.ts'

/** Sets the customer's own order number, until the invoice is paid or void. */
export async function setPo(
  { db, clock }: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  po: string,
): Promise<Invoice> {
  const { today } = await readCustomer(db, account, clock.now())
  const changed = await db.transaction().execute(async (tx) => {
    const invoice = await lockOwn(tx, account, id)
    const isOver = invoice.status === InvoiceStatus.Void || invoice.status === InvoiceStatus.Paid
    if (isOver) throw new Refusal('invoice_not_open')
    return updateInvoice(tx, invoice, { po: po === '' ? null : po })
  })
  return presentInvoice(changed, today)
}

/** Disputes a line, once, paid or not. Staff see it beside the invoice; the outstanding amount stays until they decide. */
export async function disputeLine(
  deps: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  { line, reason }: { readonly line: string; readonly reason: string },
): Promise<InvoiceDetail> {
  const at = deps.clock.now()
  await readCustomer(deps.db, account, at)
  await deps.db.transaction().execute(async (tx) => {
    const invoice = await lockOwn(tx, account, id)
    if (invoice.status === InvoiceStatus.Void) throw new Refusal('invoice_not_open')
    const { numUpdatedRows } = await tx
      .updateTable('invoice_line')
      .set({ disputed_at: at, dispute_reason: reason })
      .where('account_id', '=', account)
      .where('invoice_id', '=', id)
      .where('id', '=', line)
      .where('disputed_at', 'is', null)
      .where('kind', 'in', invoiceLineKinds.filter(isDisputable))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('invalid_request', { field: 'line' })
  })
  return getInvoice(deps, account, id)
}

/** Requests the tax invoice of an invoice; mainland accounts only. */
export async function requestFapiao(
  { db, clock, fapiao }: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  request: NewFapiao,
): Promise<Fapiao> {
  await readCustomer(db, account, clock.now())
  await ownInvoice(db, account, id)
  return fapiao.request(account, id, request)
}

async function lockOwn(tx: Transaction<Schema>, account: AccountId, id: InvoiceId): Promise<InvoiceRow> {
  const invoice = await lockInvoice(tx, { account_id: account, id })
  if (invoice === null) throw new Refusal('not_found')
  return invoice
}
