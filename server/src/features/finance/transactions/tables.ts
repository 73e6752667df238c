import { decimalOf } from '@hongyan/contract/money'
import { TradeDirection } from '@hongyan/contract/vocabulary/payment'
import { momentIn } from '../../../kit/format.ts'
import { csvOfPages } from '../../../kit/csv.ts'
import type { Holder } from './holder.ts'
import type { Line } from './lines.ts'
import { receiptNumber } from './present.ts'
import type { MonthOf } from './statement.ts'
import { aboutLine, type StatementTexts } from './statement-texts.ts'

const headings = (texts: StatementTexts): string[] => [
  texts.time,
  texts.id,
  texts.type,
  texts.direction,
  texts.in,
  texts.out,
  texts.balance,
  texts.currency,
  texts.channel,
  texts.status,
  texts.description,
  texts.number,
]

const rowOf = (texts: StatementTexts, { zone, currency, partition }: Holder) => {
  const moment = momentIn(zone)
  return (line: Line): string[] => [
    moment(line.at),
    line.id,
    texts.types[line.type],
    texts.directions[line.direction],
    line.direction === TradeDirection.In ? decimalOf(line.amount) : '',
    line.direction === TradeDirection.Out ? decimalOf(line.amount) : '',
    line.balance_after === null ? '' : decimalOf(line.balance_after),
    currency,
    line.method === null ? '' : texts.channels[line.method],
    texts.statuses[line.status],
    aboutLine(texts, line),
    line.receipt === null ? '' : receiptNumber(partition, line.receipt),
  ]
}

/** Lines that are formatted before requests that came meanwhile have their turn. */
const FORMATTED_AT_ONCE = 500

/** A month's lines as CSV between its opening and closing balance. The columns in and out add up to the last row. */
export const monthTable = (texts: StatementTexts, month: MonthOf): Promise<string> => csvOfPages(pagesOf(texts, month))

function* pagesOf(texts: StatementTexts, { holder, sums, lines, leftOut }: MonthOf): Generator<string[][]> {
  const sumRow = (name: string, columns: Partial<Readonly<Record<'in' | 'out' | 'balance', string>>>): string[] => {
    const { in: incoming = '', out = '', balance = '' } = columns
    return ['', '', '', '', incoming, out, balance, holder.currency, '', '', name, '']
  }
  const leftOutRow =
    leftOut.lines > 0
      ? [sumRow(texts.unread(leftOut.lines), { in: decimalOf(leftOut.in), out: decimalOf(leftOut.out) })]
      : []
  const row = rowOf(texts, holder)
  yield [headings(texts), sumRow(texts.opening, { balance: decimalOf(sums.opening) })]
  for (let first = 0; first < lines.length; first += FORMATTED_AT_ONCE) {
    yield lines.slice(first, first + FORMATTED_AT_ONCE).map(row)
  }
  yield [
    ...leftOutRow,
    sumRow(texts.closing, { in: decimalOf(sums.in), out: decimalOf(sums.out), balance: decimalOf(sums.closing) }),
  ]
}
