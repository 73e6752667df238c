import { shortId } from '@hongyan/contract/account'
import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { zoneName } from '@hongyan/contract/zone'
import type { BilledTo, IssuedBy } from '../../../db/schema/invoices.ts'
import { exactly, exactlyAll, momentIn } from '../../../kit/format.ts'
import { type Cell, type Column, drawPdf, type Party } from '../../../kit/pdf/document.ts'
import { type PdfTexts, pdfTexts } from './pdf-texts.ts'
import { isPayable } from './states.ts'
import { percentOf, type Tax } from './tax.ts'
import { type InvoiceLineRow, type InvoicePaymentRow, type InvoiceRow, outstandingOf } from './store.ts'

/** A line with the name of its country in the language of the PDF. */
export type NamedLine = InvoiceLineRow & { readonly countryName: string | null }

/** The two parties of an invoice. */
interface InvoiceParties {
  readonly account: AccountId
  /** The owner's name, for an account without a legal name in its billing profile. */
  readonly owner: string
  readonly billedTo: BilledTo | null
  readonly billedCountry: string
  readonly seller: IssuedBy | null
}

/** The content that the PDFs of an invoice and of its credit note share. It can be passed to a worker thread. */
export interface InvoiceHead extends InvoiceParties {
  readonly locale: Locale
  readonly zone: string
  readonly invoice: InvoiceRow
  readonly sandbox: boolean
}

/** The content of an invoice's PDF. */
export interface InvoiceJob extends InvoiceHead {
  readonly document: 'invoice'
  readonly lines: readonly NamedLine[]
  readonly tax: Tax | null
  readonly payments: readonly InvoicePaymentRow[]
  /** The lines of the seller's bank account; empty without one. */
  readonly bankAccount: readonly string[]
}

/** The PDF lists this many lines, and sums the rest in one row. */
const LISTED_LINES = 2_000

export function drawInvoice(job: InvoiceJob): Promise<Buffer> {
  const { locale, invoice, payments, bankAccount, sandbox } = job
  const texts = pdfTexts(locale)
  const number = invoice.number ?? texts.preview
  const amount = amountsOf(job)
  const mark = texts.marks[invoice.status]
  return drawPdf(locale, `${texts.invoice} ${number}`, async (pdf) => {
    pdf.title(`${texts.invoice} ${number}`, texts.product)
    pdf.parties(partiesOf(texts, job))
    pdf.details(detailsOf(texts, job))
    if (mark !== undefined) pdf.note(mark)
    if (sandbox) pdf.note(texts.sandbox)
    pdf.figures([
      [texts.total, amount(invoice.total_micros)],
      [texts.paid, amount(invoice.paid_micros)],
      [texts.outstanding, `${amount(outstandingOf(invoice))} ${invoice.currency}`],
    ])
    await pdf.table(lineColumns(texts), lineRows(texts, job, amount))
    if (payments.length > 0) await pdf.table(paymentColumns(texts), paymentRows(texts, job, amount))
    if (invoice.number === null || !isPayable(invoice)) return
    if (bankAccount.length > 0) pdf.details([[texts.bankAccount, bankAccount.join('\n')]])
    pdf.note(texts.reference(invoice.number))
  })
}

/** Formats the amounts of an invoice, all with the same number of decimals. */
const amountsOf = ({ invoice, lines, tax, payments }: InvoiceJob): ((amount: Micros) => string) =>
  exactlyAll(invoice.currency, [
    invoice.total_micros,
    ...(tax === null ? [] : [tax.net]),
    ...lines.map(({ amount_micros: amount }) => amount),
    ...payments.map(({ amount_micros: amount }) => amount),
  ])

/** The customer, and the seller where the partition has one. */
export function partiesOf(
  texts: PdfTexts,
  { account, owner, billedTo, billedCountry, seller }: InvoiceParties,
): readonly Party[] {
  const taxIdOf = (taxId = ''): readonly string[] => (taxId === '' ? [] : [texts.taxId(taxId)])
  const address = [billedTo?.address ?? '', billedCountry].filter((line) => line !== '')
  const customer: Party = {
    label: texts.billedTo,
    name: billedTo === null || billedTo.legal_name === '' ? owner : billedTo.legal_name,
    lines: [...address, ...taxIdOf(billedTo?.tax_id), texts.account(shortId(account))],
  }
  if (seller === null) return [customer]
  return [customer, { label: texts.seller, name: seller.name, lines: [...seller.address, ...taxIdOf(seller.tax_id)] }]
}

function detailsOf(texts: PdfTexts, { locale, zone, invoice }: InvoiceJob): (readonly [string, string])[] {
  const day = (moment: Date): string => momentIn(zone)(moment).slice(0, 10)
  const details: (readonly [string, string])[] = [
    [texts.period, `${invoice.from_day} – ${invoice.to_day} ${zoneName(zone, locale)}`],
    [texts.issued, invoice.issued_at === null ? '' : day(invoice.issued_at)],
    [texts.due, invoice.due_on ?? ''],
    [texts.status, texts.statuses[invoice.status]],
    [texts.po, invoice.po ?? ''],
  ]
  return details.filter(([, value]) => value !== '')
}

const lineColumns = (texts: PdfTexts): readonly Column[] => [
  { title: texts.description, width: 215, align: 'left' },
  { title: texts.messages, width: 65, align: 'right' },
  { title: texts.parts, width: 65, align: 'right' },
  { title: texts.unitPrice, width: 80, align: 'right' },
  { title: texts.amount, width: 90, align: 'right' },
]

export function describeLine(texts: PdfTexts, line: NamedLine): string {
  if (line.text !== null) return line.text
  const parts = [texts.lines[line.kind], line.countryName, line.scene === null ? null : texts.scenes[line.scene]]
  return parts.filter((part) => part !== null).join(' · ')
}

/** The sums below the lines: the net amount and the tax where there is one, and the total. */
export function sumsOf(
  texts: PdfTexts,
  { invoice, tax }: Pick<InvoiceJob, 'invoice' | 'tax'>,
): readonly (readonly [string, Micros])[] {
  const total = [texts.total, invoice.total_micros] as const
  if (tax === null) return [total]
  return [[texts.net, tax.net], [texts.tax(tax.name, percentOf(tax)), tax.amount], total]
}

function* lineRows(texts: PdfTexts, job: InvoiceJob, shown: (amount: Micros) => string): Generator<readonly Cell[]> {
  const { invoice, lines } = job
  const amount = (value: Micros): Cell => ({ text: shown(value) })
  const none: Cell = { text: '' }
  const counted = (value: bigint | null): Cell => ({ text: value === null ? '' : String(value) })
  for (const line of lines.slice(0, LISTED_LINES))
    yield [
      { text: describeLine(texts, line) },
      counted(line.messages),
      counted(line.parts),
      line.unit_price_micros === null ? none : { text: exactly(invoice.currency, line.unit_price_micros) },
      amount(line.amount_micros),
    ]
  const rest = lines.slice(LISTED_LINES)
  const restSum = rest.reduce((all, { amount_micros: value }) => micros(all + value), micros(0n))
  if (rest.length > 0) yield [{ text: texts.more(rest.length) }, none, none, none, amount(restSum)]
  const sums = sumsOf(texts, job)
  for (const [place, [title, sum]] of sums.entries()) {
    const strong = place === sums.length - 1
    yield [{ text: title, strong }, none, none, none, { text: shown(sum), strong }]
  }
}

const paymentColumns = (texts: PdfTexts): readonly Column[] => [
  { title: texts.paidAt, width: 215, align: 'left' },
  { title: texts.channel, width: 210, align: 'left' },
  { title: texts.amount, width: 90, align: 'right' },
]

function* paymentRows(
  texts: PdfTexts,
  { payments, zone }: InvoiceJob,
  shown: (amount: Micros) => string,
): Generator<readonly Cell[]> {
  const moment = momentIn(zone)
  for (const { at, channel, amount_micros: value } of payments)
    yield [{ text: moment(at) }, { text: texts.channels[channel] }, { text: shown(value) }]
}
