import { DAY } from '@hongyan/contract/durations'
import type { Invoice, InvoiceDetail } from '@hongyan/contract/endpoints/finance/invoices'
import { decimalOf } from '@hongyan/contract/money'
import type { CreditNote } from './credit-note.ts'
import { isPayable } from './states.ts'
import { type Tax, percentOf } from './tax.ts'
import { type InvoiceLineRow, type InvoicePaymentRow, type InvoiceRow, outstandingOf } from './store.ts'

/** Days since the due day of an unpaid invoice; 0 before it. */
function overdueDays(invoice: Pick<InvoiceRow, 'status' | 'due_on'>, today: string): number {
  if (!isPayable(invoice) || invoice.due_on === null) return 0
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(invoice.due_on)) / DAY))
}

export const presentInvoice = (row: InvoiceRow, today: string): Invoice => ({
  id: row.id,
  number: row.number,
  status: row.status,
  currency: row.currency,
  from: row.from_day,
  to: row.to_day,
  issued_at: row.issued_at?.toISOString() ?? null,
  due_on: row.due_on,
  overdue_days: overdueDays(row, today),
  total: decimalOf(row.total_micros),
  paid: decimalOf(row.paid_micros),
  outstanding: decimalOf(outstandingOf(row)),
  po: row.po,
})

export const presentTax = (tax: Tax): NonNullable<InvoiceDetail['tax']> => ({
  name: tax.name,
  percent: percentOf(tax),
  net: decimalOf(tax.net),
  amount: decimalOf(tax.amount),
})

export const presentCreditNote = (note: CreditNote): NonNullable<InvoiceDetail['credit_note']> => ({
  number: note.number,
  issued_at: note.at.toISOString(),
  amount: decimalOf(note.amount),
  tax: note.tax && presentTax(note.tax),
})

export const presentLine = (row: InvoiceLineRow): InvoiceDetail['lines'][number] => ({
  id: row.id,
  kind: row.kind,
  amount: decimalOf(row.amount_micros),
  usage: usageOf(row),
  text: row.text,
  disputed_at: row.disputed_at?.toISOString() ?? null,
  ticket_id: row.ticket_id,
})

/** The columns of usage are all set or all null. */
function usageOf(row: InvoiceLineRow): InvoiceDetail['lines'][number]['usage'] {
  const { product, scene, country, unit_price_micros: price, messages, parts } = row
  if (product === null || scene === null || country === null) return null
  if (price === null || messages === null || parts === null) return null
  return {
    product,
    scene,
    iso2: country,
    unit_price: decimalOf(price),
    messages: Number(messages),
    parts: Number(parts),
  }
}

export const presentPayment = (row: InvoicePaymentRow): InvoiceDetail['payments'][number] => ({
  at: row.at.toISOString(),
  channel: row.channel,
  amount: decimalOf(row.amount_micros),
})
