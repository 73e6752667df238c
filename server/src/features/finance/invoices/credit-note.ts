import { type Micros, micros } from '@hongyan/contract/money'
import type { InvoiceRow } from './store.ts'
import { type Tax, taxGivenBack } from './tax.ts'

/** The credit note of a void invoice: the part that was not paid, and the tax that it gives back. */
export interface CreditNote {
  readonly number: string
  readonly at: Date
  readonly amount: Micros
  readonly tax: Tax | null
}

/** Null for an invoice that is not void. */
export function creditNoteOf(invoice: InvoiceRow): CreditNote | null {
  const { credit_note: number, ended_at: at, total_micros: total, paid_micros: paid } = invoice
  if (number === null || at === null) return null
  const amount = micros(total - paid)
  return { number, at, amount, tax: taxIn(invoice, amount) }
}

function taxIn(invoice: InvoiceRow, credited: Micros): Tax | null {
  const { tax_name: name, tax_ppm: ppm } = invoice
  if (name === null || ppm === null) return null
  const amount = taxGivenBack(invoice)
  return { name, ppm, amount, net: micros(credited - amount) }
}
