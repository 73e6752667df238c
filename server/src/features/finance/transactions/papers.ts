import { shortId } from '@hongyan/contract/account'
import type { Micros } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { TradeDirection, TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import { zoneName } from '@hongyan/contract/zone'
import type { Holder } from './holder.ts'
import type { Line } from './lines.ts'
import { exactly, momentIn } from '../../../kit/format.ts'
import { type Cell, type Column, drawPdf } from '../../../kit/pdf/document.ts'
import { receiptNumber } from './present.ts'
import type { Receipt } from './receipts.ts'
import type { MonthOf } from './statement.ts'
import { aboutLine, kindOf, type Words, wordsOf } from './words.ts'

/** A paper to draw, as it can be handed to another thread. */
export type PaperJob = { readonly locale: Locale } & (
  | { readonly paper: 'statement'; readonly month: MonthOf }
  | { readonly paper: 'receipt'; readonly holder: Holder; readonly line: Line; readonly receipt: Receipt }
)

export const drawJob = (job: PaperJob): Promise<Buffer> =>
  job.paper === 'statement'
    ? statementPaper(job.locale, job.month)
    : receiptPaper(job.locale, job.holder, job.line, job.receipt)

const columnsOf = (words: Words): readonly Column[] => [
  { title: words.time, width: 92, align: 'left' },
  { title: words.description, width: 175, align: 'left' },
  { title: words.in, width: 80, align: 'right' },
  { title: words.out, width: 80, align: 'right' },
  { title: words.balance, width: 88, align: 'right' },
]

/** A month's statement as PDF. */
function statementPaper(locale: Locale, { month, holder, final, sums, lines, unread }: MonthOf): Promise<Buffer> {
  const words = wordsOf(locale)
  const amount = (micros: Micros): string => exactly(holder.currency, micros)
  return drawPdf(locale, `${words.statement} ${month}`, async (paper) => {
    paper.title(words.statement, words.product)
    paper.facts([
      [words.account, `${holder.name} (${shortId(holder.account)})`],
      [words.period, `${holder.range.from ?? ''} – ${holder.range.to ?? ''}`],
      [words.zone, zoneName(holder.zone, locale)],
      [words.currency, holder.currency],
    ])
    if (!final) paper.note(words.provisional)
    paper.figures([
      [words.opening, amount(sums.opening)],
      [words.in, amount(sums.in)],
      [words.out, amount(sums.out)],
      [words.closing, amount(sums.closing)],
    ])
    if (lines.length === 0) paper.note(words.nothing)
    await paper.table(columnsOf(words), rowsOf(words, holder, { lines, unread }))
  })
}

function* rowsOf(
  words: Words,
  { zone, currency }: Holder,
  { lines, unread }: Pick<MonthOf, 'lines' | 'unread'>,
): Generator<readonly Cell[]> {
  const moment = momentIn(zone)
  const amount = (micros: Micros): Cell => ({ text: exactly(currency, micros) })
  const none: Cell = { text: '' }
  for (const line of lines) {
    const channel = line.channel === null ? '' : ` · ${words.channels[line.channel] ?? line.channel}`
    yield [
      { text: moment(line.at) },
      { text: aboutLine(words, line) + channel, below: line.id },
      line.direction === TradeDirection.In ? amount(line.amount) : none,
      line.direction === TradeDirection.Out ? amount(line.amount) : none,
      line.balance_after === null ? none : amount(line.balance_after),
    ]
  }
  if (unread.lines > 0) yield [none, { text: words.unread(unread.lines) }, amount(unread.in), amount(unread.out), none]
}

/** The receipt of one charge as PDF. */
function receiptPaper(locale: Locale, holder: Holder, line: Line, receipt: Receipt): Promise<Buffer> {
  const words = wordsOf(locale)
  const moment = momentIn(holder.zone)
  const zone = zoneName(holder.zone, locale)
  const number = receiptNumber(holder.partition, receipt.number)
  return drawPdf(locale, `${words.receipt} ${number}`, async (paper) => {
    paper.title(words.receipt, words.product)
    paper.facts([
      [words.number, number],
      [words.issuedAt, `${moment(receipt.issued_at)} ${zone}`],
      [words.receivedFrom, `${receipt.name} (${shortId(holder.account)})`],
      [words.paidAt, `${moment(line.at)} ${zone}`],
      [words.channel, line.channel === null ? '' : (words.channels[line.channel] ?? line.channel)],
      [words.description, kindOf(words, line)],
      [words.id, line.id],
    ])
    paper.figures([[words.amount, `${exactly(holder.currency, line.amount)} ${holder.currency}`]])
    if (line.test) paper.note(words.test)
    if (line.status === TransactionStatus.Reversed) paper.note(words.takenBack)
  })
}
