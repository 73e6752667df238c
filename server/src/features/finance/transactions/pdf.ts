import { shortId } from '@hongyan/contract/account'
import type { Micros } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { TradeDirection, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { zoneName } from '@hongyan/contract/zone'
import type { Holder } from './holder.ts'
import type { Line } from './lines.ts'
import { exactly, exactlyAll, momentIn } from '../../../kit/format.ts'
import { type Cell, type Column, drawPdf, type Party } from '../../../kit/pdf/document.ts'
import { receiptNumber } from './present.ts'
import type { Seller } from '../../../config/sellers.ts'
import type { ChargeSource } from './charge-source.ts'
import type { Receipt } from './receipts.ts'
import type { MonthOf } from './statement.ts'
import { aboutLine, kindOf, type StatementTexts, statementTexts } from './statement-texts.ts'

/** A PDF to draw, in a form that can be passed to another thread. */
export type PdfJob = { readonly locale: Locale } & (
  | { readonly document: 'statement'; readonly month: MonthOf; readonly seller: Seller | null }
  | ReceiptJob
)

interface ReceiptJob {
  readonly document: 'receipt'
  readonly holder: Holder
  readonly line: Line
  readonly receipt: Receipt
  readonly seller: Seller | null
  readonly source: ChargeSource
}

export const drawDocument = (job: PdfJob): Promise<Buffer> =>
  job.document === 'statement' ? statementPdf(job.locale, job.month, job.seller) : receiptPdf(job.locale, job)

const partyOf = (texts: StatementTexts, { name, address, tax_id: taxId }: Seller): Party => ({
  label: texts.seller,
  name,
  lines: [...address, ...(taxId === undefined ? [] : [texts.taxId(taxId)])],
})

const columnsOf = (texts: StatementTexts): readonly Column[] => [
  { title: texts.time, width: 92, align: 'left' },
  { title: texts.description, width: 175, align: 'left' },
  { title: texts.in, width: 80, align: 'right' },
  { title: texts.out, width: 80, align: 'right' },
  { title: texts.balance, width: 88, align: 'right' },
]

/** Draws a month's statement. */
function statementPdf(
  locale: Locale,
  { month, holder, final, sums, lines, leftOut }: MonthOf,
  seller: Seller | null,
): Promise<Buffer> {
  const texts = statementTexts(locale)
  const amount = exactlyAll(holder.currency, [
    sums.opening,
    sums.in,
    sums.out,
    sums.closing,
    leftOut.in,
    leftOut.out,
    ...lines.map((line) => line.amount),
  ])
  const title = `${texts.statement} ${month}`
  return drawPdf(locale, title, async (pdf) => {
    pdf.title(title, texts.product)
    const customer = { label: texts.customer, name: holder.name, lines: [texts.accountId(shortId(holder.account))] }
    pdf.parties([customer, ...(seller === null ? [] : [partyOf(texts, seller)])])
    pdf.details([
      [texts.period, `${holder.range.from ?? ''} – ${holder.range.to ?? ''}`],
      [texts.zone, zoneName(holder.zone, locale)],
      [texts.currency, holder.currency],
    ])
    if (!final) pdf.note(texts.provisional)
    pdf.figures([
      [texts.opening, amount(sums.opening)],
      [texts.in, amount(sums.in)],
      [texts.out, amount(sums.out)],
      [texts.closing, amount(sums.closing)],
    ])
    if (lines.length === 0) pdf.note(texts.nothing)
    await pdf.table(columnsOf(texts), rowsOf(texts, holder, { lines, leftOut }, amount))
  })
}

function* rowsOf(
  texts: StatementTexts,
  { zone }: Holder,
  { lines, leftOut }: Pick<MonthOf, 'lines' | 'leftOut'>,
  shown: (amount: Micros) => string,
): Generator<readonly Cell[]> {
  const moment = momentIn(zone)
  const amount = (micros: Micros): Cell => ({ text: shown(micros) })
  const none: Cell = { text: '' }
  for (const line of lines) {
    const isOutside = line.method !== null && line.method !== 'balance'
    const channel = isOutside ? ` · ${texts.channels[line.method]}` : ''
    yield [
      { text: line.kind === 'usage' ? line.day : moment(line.at) },
      { text: aboutLine(texts, line) + channel, below: line.id },
      line.direction === TradeDirection.In ? amount(line.amount) : none,
      line.direction === TradeDirection.Out ? amount(line.amount) : none,
      line.balance_after === null ? none : amount(line.balance_after),
    ]
  }
  if (leftOut.lines > 0)
    yield [none, { text: texts.unread(leftOut.lines) }, amount(leftOut.in), amount(leftOut.out), none]
}

/** The way of the payment: a card by its brand and last digits, or the member of staff who credited a transfer. */
function sourceRows(
  texts: StatementTexts,
  { kind, channel, method }: Line,
  { card, booking }: ChargeSource,
): readonly (readonly [string, string])[] {
  const paid = method === null ? '' : texts.channels[method]
  if (card !== null) return [[texts.channel, texts.card(card.brand, card.last4)]]
  if (booking !== null) {
    return [
      [texts.channel, paid],
      [texts.creditedBy, texts.staff(booking.operator)],
      [texts.reference, booking.reference],
    ]
  }
  return kind === 'credit' && channel === 'cash' ? [[texts.creditedBy, texts.staff('')]] : [[texts.channel, paid]]
}

/** Draws the receipt of one charge. */
function receiptPdf(locale: Locale, { holder, line, receipt, seller, source }: ReceiptJob): Promise<Buffer> {
  const texts = statementTexts(locale)
  const moment = momentIn(holder.zone)
  const zone = zoneName(holder.zone, locale)
  const number = receiptNumber(holder.partition, receipt.number)
  const title = `${texts.receipt} ${number}`
  return drawPdf(locale, title, async (pdf) => {
    pdf.title(title, texts.product)
    const payer = { label: texts.receivedFrom, name: receipt.name, lines: [texts.accountId(shortId(holder.account))] }
    pdf.parties([payer, ...(seller === null ? [] : [partyOf(texts, seller)])])
    pdf.figures([[texts.amount, `${exactly(holder.currency, line.amount)} ${holder.currency}`]])
    pdf.details([
      [texts.issuedAt, `${moment(receipt.issued_at)} ${zone}`],
      [texts.paidAt, `${moment(line.at)} ${zone}`],
      ...sourceRows(texts, line, source),
      [texts.description, kindOf(texts, line)],
      [texts.id, line.id],
    ])
    if (line.test) pdf.note(texts.test)
    if (line.status === TransactionStatus.Reversed) pdf.note(texts.takenBack)
  })
}
