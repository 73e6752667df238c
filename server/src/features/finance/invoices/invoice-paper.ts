import { shortId } from '@hongyan/contract/account'
import type { AccountId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { zoneName } from '@hongyan/contract/zone'
import type { BilledTo } from '../../../db/schema/invoices.ts'
import { exactly, momentIn } from '../../../kit/format.ts'
import { type Cell, type Column, drawPdf } from '../../../kit/pdf/document.ts'
import { type PaperWords, paperWords } from './paper-words.ts'
import { isPayable } from './states.ts'
import { type InvoiceLineRow, type InvoicePaymentRow, type InvoiceRow, outstandingOf } from './store.ts'

/** A line, with its country as people call it. */
export type NamedLine = InvoiceLineRow & { readonly countryName: string | null }

/** An invoice to draw, as it can be handed to another thread. */
export interface InvoiceJob {
  readonly document: 'invoice'
  readonly locale: Locale
  readonly account: AccountId
  /** Who owns the account, where nobody was named to bill. */
  readonly owner: string
  readonly zone: string
  readonly invoice: InvoiceRow
  readonly billedTo: BilledTo | null
  readonly billedCountry: string
  readonly lines: readonly NamedLine[]
  readonly payments: readonly InvoicePaymentRow[]
  readonly sandbox: boolean
}

/** Lines on paper; what is beyond stands in it as one sum. */
const PAPER_LINES = 2_000

/** An invoice as PDF. */
export function drawInvoice(job: InvoiceJob): Promise<Buffer> {
  const { locale, invoice, payments, sandbox } = job
  const words = paperWords(locale)
  const number = invoice.number ?? words.preview
  const amount = (value: Micros): string => exactly(invoice.currency, value)
  const mark = words.marks[invoice.status]
  return drawPdf(locale, `${words.invoice} ${number}`, async (paper) => {
    paper.title(`${words.invoice} ${number}`, words.product)
    paper.facts(factsOf(words, job))
    if (mark !== undefined) paper.note(mark)
    if (sandbox) paper.note(words.sandbox)
    paper.figures([
      [words.total, amount(invoice.total_micros)],
      [words.paid, amount(invoice.paid_micros)],
      [words.outstanding, `${amount(outstandingOf(invoice))} ${invoice.currency}`],
    ])
    if (invoice.number !== null && isPayable(invoice)) paper.note(words.reference(invoice.number))
    await paper.table(lineColumns(words), lineRows(words, job))
    if (payments.length > 0) await paper.table(paymentColumns(words), paymentRows(words, job))
  })
}

function factsOf(
  words: PaperWords,
  { locale, account, owner, zone, invoice, billedTo, billedCountry }: InvoiceJob,
): (readonly [string, string])[] {
  const day = (moment: Date): string => momentIn(zone)(moment).slice(0, 10)
  const facts: (readonly [string, string])[] = [
    [words.billedTo, billedTo === null || billedTo.legal_name === '' ? owner : billedTo.legal_name],
    [words.address, billedTo?.address ?? ''],
    [words.country, billedCountry],
    [words.taxId, billedTo?.tax_id ?? ''],
    [words.account, shortId(account)],
    [words.period, `${invoice.from_day} – ${invoice.to_day} ${zoneName(zone, locale)}`],
    [words.issued, invoice.issued_at === null ? '' : day(invoice.issued_at)],
    [words.due, invoice.due_on ?? ''],
    [words.status, words.statuses[invoice.status]],
    [words.po, invoice.po ?? ''],
  ]
  return facts.filter(([, value]) => value !== '')
}

const lineColumns = (words: PaperWords): readonly Column[] => [
  { title: words.description, width: 215, align: 'left' },
  { title: words.messages, width: 65, align: 'right' },
  { title: words.parts, width: 65, align: 'right' },
  { title: words.unitPrice, width: 80, align: 'right' },
  { title: words.amount, width: 90, align: 'right' },
]

/** What a line is about, in a few words. */
export function aboutLine(words: PaperWords, line: NamedLine): string {
  if (line.text !== null) return line.text
  const parts = [words.lines[line.kind], line.countryName, line.scene === null ? null : words.scenes[line.scene]]
  return parts.filter((part) => part !== null).join(' · ')
}

function* lineRows(words: PaperWords, { invoice, lines }: InvoiceJob): Generator<readonly Cell[]> {
  const amount = (value: Micros): Cell => ({ text: exactly(invoice.currency, value) })
  const none: Cell = { text: '' }
  const counted = (value: bigint | null): Cell => ({ text: value === null ? '' : String(value) })
  for (const line of lines.slice(0, PAPER_LINES))
    yield [
      { text: aboutLine(words, line) },
      counted(line.messages),
      counted(line.parts),
      line.unit_price_micros === null ? none : amount(line.unit_price_micros),
      amount(line.amount_micros),
    ]
  const rest = lines.slice(PAPER_LINES)
  const sum = rest.reduce((all, { amount_micros: value }) => micros(all + value), micros(0n))
  if (rest.length > 0) yield [{ text: words.more(rest.length) }, none, none, none, amount(sum)]
  yield [{ text: words.total }, none, none, none, amount(invoice.total_micros)]
}

const paymentColumns = (words: PaperWords): readonly Column[] => [
  { title: words.paidAt, width: 215, align: 'left' },
  { title: words.channel, width: 210, align: 'left' },
  { title: words.amount, width: 90, align: 'right' },
]

function* paymentRows(words: PaperWords, { invoice, payments, zone }: InvoiceJob): Generator<readonly Cell[]> {
  const moment = momentIn(zone)
  for (const { at, channel, amount_micros: value } of payments)
    yield [{ text: moment(at) }, { text: words.channels[channel] }, { text: exactly(invoice.currency, value) }]
}
