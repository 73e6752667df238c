import type { Micros } from '@hongyan/contract/money'
import { exactly, exactlyAll, momentIn } from '../../../kit/format.ts'
import { type Cell, type Column, drawPdf } from '../../../kit/pdf/document.ts'
import type { CreditNote } from './credit-note.ts'
import { type InvoiceHead, partiesOf } from './invoice-pdf.ts'
import { type PdfTexts, pdfTexts } from './pdf-texts.ts'
import { percentOf } from './tax.ts'

/** The content of a credit note's PDF. */
export interface CreditNoteJob extends InvoiceHead {
  readonly document: 'credit_note'
  readonly note: CreditNote
}

export function drawCreditNote(job: CreditNoteJob): Promise<Buffer> {
  const { locale, zone, invoice, note, sandbox } = job
  const texts = pdfTexts(locale)
  const title = `${texts.creditNote} ${note.number}`
  const day = (moment: Date | null): string => (moment === null ? '' : momentIn(zone)(moment).slice(0, 10))
  return drawPdf(locale, title, async (pdf) => {
    pdf.title(title, texts.product)
    pdf.parties(partiesOf(texts, job))
    pdf.details([
      [texts.issued, day(note.at)],
      [texts.ofInvoice, `${invoice.number ?? ''}, ${day(invoice.issued_at)}`],
    ])
    if (sandbox) pdf.note(texts.sandbox)
    pdf.figures([[texts.credited, `${exactly(invoice.currency, note.amount)} ${invoice.currency}`]])
    await pdf.table(columnsOf(texts), rowsOf(texts, job))
    pdf.note(texts.creditNoteText)
  })
}

const columnsOf = (texts: PdfTexts): readonly Column[] => [
  { title: texts.description, width: 415, align: 'left' },
  { title: texts.amount, width: 100, align: 'right' },
]

/** The total of the invoice less its payments, and the sums of the credit. */
function* rowsOf(texts: PdfTexts, { invoice, note }: CreditNoteJob): Generator<readonly Cell[]> {
  const amounts = [invoice.total_micros, note.amount, ...(note.tax === null ? [] : [note.tax.net])]
  const shown = exactlyAll(invoice.currency, amounts)
  const row = (text: string, amount: Micros, strong = false): readonly Cell[] => [
    { text, strong },
    { text: shown(amount), strong },
  ]
  yield row(texts.totalOf(invoice.number ?? ''), invoice.total_micros)
  if (invoice.paid_micros > 0n) yield row(texts.paidStays, -invoice.paid_micros as Micros)
  if (note.tax !== null) {
    yield row(texts.net, note.tax.net)
    yield row(texts.tax(note.tax.name, percentOf(note.tax)), note.tax.amount)
  }
  yield row(texts.credited, note.amount, true)
}
