import { decimalOf } from '@hongyan/contract/money'
import { TradeDirection } from '@hongyan/contract/vocabulary/payment'
import { momentIn } from '../../../kit/format.ts'
import { csvOf } from '../../../kit/csv.ts'
import type { Holder } from './holder.ts'
import type { Line } from './lines.ts'
import { receiptNumber } from './present.ts'
import type { MonthOf } from './statement.ts'
import { aboutLine, type Words } from './words.ts'

const headings = (words: Words): string[] => [
  words.time,
  words.id,
  words.type,
  words.direction,
  words.in,
  words.out,
  words.balance,
  words.currency,
  words.channel,
  words.status,
  words.description,
  words.number,
]

const rowOf = (words: Words, { zone, currency, partition }: Holder) => {
  const moment = momentIn(zone)
  return (line: Line): string[] => [
    moment(line.at),
    line.id,
    words.types[line.type],
    words.directions[line.direction],
    line.direction === TradeDirection.In ? decimalOf(line.amount) : '',
    line.direction === TradeDirection.Out ? decimalOf(line.amount) : '',
    line.balance_after === null ? '' : decimalOf(line.balance_after),
    currency,
    line.channel === null ? '' : (words.channels[line.channel] ?? line.channel),
    words.statuses[line.status],
    aboutLine(words, line),
    line.receipt === null ? '' : receiptNumber(partition, line.receipt),
  ]
}

/** Lines as a table with headings, a column each for what came in and what went out. */
export const linesTable = (words: Words, holder: Holder, lines: readonly Line[]): string =>
  csvOf([headings(words), ...lines.map(rowOf(words, holder))])

/** A month's lines between its opening and its closing balance; the columns of in and out sum to the last row. */
export function monthTable(words: Words, { holder, sums, lines, unread }: MonthOf): string {
  const figure = (name: string, columns: Partial<Readonly<Record<'in' | 'out' | 'balance', string>>>): string[] => {
    const { in: came = '', out = '', balance = '' } = columns
    return ['', '', '', '', came, out, balance, holder.currency, '', '', name, '']
  }
  const cut =
    unread.lines > 0
      ? [figure(words.unread(unread.lines), { in: decimalOf(unread.in), out: decimalOf(unread.out) })]
      : []
  return csvOf([
    headings(words),
    figure(words.opening, { balance: decimalOf(sums.opening) }),
    ...lines.map(rowOf(words, holder)),
    ...cut,
    figure(words.closing, { in: decimalOf(sums.in), out: decimalOf(sums.out), balance: decimalOf(sums.closing) }),
  ])
}
