import type { Fapiao, Invoice } from '@hongyan/contract/endpoints/finance/invoices'
import type { AccountId, InvoiceId } from '@hongyan/contract/ids'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { Refusal } from '../../../kit/refusal.ts'
import { readCustomer } from './customer.ts'
import type { InvoicesDeps, NewFapiao } from './deps.ts'
import { presentInvoice } from './present.ts'
import { lockOwnInvoice, ownInvoice } from './reading.ts'
import { updateInvoice } from './store.ts'

/** Sets the customer's own order number, until the invoice is paid or void. */
export async function setPo(
  { db, clock }: InvoicesDeps,
  account: AccountId,
  id: InvoiceId,
  po: string,
): Promise<Invoice> {
  const { today } = await readCustomer(db, account, clock.now())
  const changed = await db.transaction().execute(async (tx) => {
    const invoice = await lockOwnInvoice(tx, account, id)
    const isOver = invoice.status === InvoiceStatus.Void || invoice.status === InvoiceStatus.Paid
    if (isOver) throw new Refusal('invoice_not_open')
    return updateInvoice(tx, invoice, { po: po === '' ? null : po })
  })
  return presentInvoice(changed, today)
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
