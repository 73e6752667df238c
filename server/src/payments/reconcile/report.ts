import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { type Micros, micros, parseMicros } from '@hongyan/contract/money'
import type { TopUpChannel } from '@hongyan/contract/vocabulary/payment'
import { parse } from 'csv-parse'
import { StartError } from '../../kit/start-error.ts'
import { refundIdOf } from '../../providers/payments/provider.ts'

export type MovementKind = 'payment' | 'refund' | 'dispute'

/** A movement of money as its provider reports it. */
export interface Movement {
  readonly kind: MovementKind
  readonly at: Date
  /** The provider's id of the payment; empty where the report names none. */
  readonly paymentId: string
  /** The provider's id of the payment or dispute; of a refund our id where it has one, else the provider's. */
  readonly id: string
  readonly amount: Micros
  readonly currency: string
}

/** A provider's report: its channel, and the movement of each row; null for rows of other kinds, such as fees. */
export interface Report {
  readonly channel: TopUpChannel
  readonly movements: AsyncIterable<Movement | null>
}

type Row = (column: string) => string

interface Format {
  readonly channel: TopUpChannel
  /** The columns by which the format is recognised. */
  readonly columns: readonly string[]
  readonly read: (row: Row) => Movement | null
}

/** Stripe's itemised balance report ("Balance change from activity"); times are in UTC. */
const stripeKinds: ReadonlyMap<string, MovementKind> = new Map([
  ['charge', 'payment'],
  ['payment', 'payment'],
  ['refund', 'refund'],
  ['dispute', 'dispute'],
])

function stripeMovement(row: Row): Movement | null {
  const kind = stripeKinds.get(row('reporting_category'))
  if (kind === undefined) return null
  const [amount, currency] =
    row('customer_facing_amount') === ''
      ? [row('gross'), row('currency')]
      : [row('customer_facing_amount'), row('customer_facing_currency')]
  const paymentId = row('payment_intent_id')
  const id = kind === 'payment' ? paymentId || row('source_id') : row('source_id')
  const at = momentOf(row('created_utc') || row('created'), 'Z')
  return { kind, at, paymentId, id, amount: sizeOf(amount), currency: currency.toUpperCase() }
}

/** The types of Alipay's trade bill (业务明细). */
const alipayKinds: ReadonlyMap<string, MovementKind> = new Map([
  ['交易', 'payment'],
  ['退款', 'refund'],
])

function alipayMovement(row: Row): Movement | null {
  const kind = alipayKinds.get(row('业务类型'))
  if (kind === undefined) return null
  const paymentId = row('支付宝交易号')
  const id = kind === 'payment' ? paymentId : refundOf(row('退款批次号/请求号'))
  return {
    kind,
    at: momentOf(row('完成时间'), '+08:00'),
    paymentId,
    id,
    amount: sizeOf(row('订单金额（元）')),
    currency: 'CNY',
  }
}

/** WeChat Pay's trade bill of type ALL. */
function wxpayMovement(row: Row): Movement | null {
  const state = row('交易状态')
  const isRefund = state === 'REFUND' && row('退款状态') !== 'FAIL'
  if (state !== 'SUCCESS' && !isRefund) return null
  const paymentId = row('微信订单号')
  const [kind, id, amount] = isRefund
    ? (['refund', refundOf(row('商户退款单号')), row('申请退款金额')] as const)
    : (['payment', paymentId, row('订单金额')] as const)
  return {
    kind,
    at: momentOf(row('交易时间'), '+08:00'),
    paymentId,
    id,
    amount: sizeOf(amount),
    currency: row('货币种类'),
  }
}

const refundOf = (reference: string): string => refundIdOf(reference) ?? reference

const formats: readonly Format[] = [
  {
    channel: 'stripe',
    columns: ['balance_transaction_id', 'reporting_category', 'source_id', 'payment_intent_id', 'gross', 'currency'],
    read: stripeMovement,
  },
  {
    channel: 'alipay',
    columns: ['支付宝交易号', '业务类型', '完成时间', '订单金额（元）', '退款批次号/请求号'],
    read: alipayMovement,
  },
  {
    channel: 'wxpay',
    columns: ['微信订单号', '交易状态', '交易时间', '货币种类', '订单金额', '商户退款单号', '申请退款金额', '退款状态'],
    read: wxpayMovement,
  },
]

/** The first cell of WeChat Pay's sums, behind the last row. */
const SUMS = '总交易单数'
/** Rows before the header, such as the title of Alipay's bill. */
const BEFORE_HEADER = 20

/**
 * Opens a provider's report and recognises its format by the header: Stripe's itemised balance report, Alipay's trade
 * bill or WeChat Pay's. Reads it row by row. Throws a StartError with one sentence for any other file.
 */
export async function openReport(file: string): Promise<Report> {
  const rows = recordsOf(file)[Symbol.asyncIterator]()
  for (let skipped = 0; skipped <= BEFORE_HEADER; skipped += 1) {
    const { value: header, done } = await rows.next()
    if (done === true) break
    const format = formats.find(({ columns }) => columns.every((column) => header.cells.includes(column)))
    if (format !== undefined)
      return { channel: format.channel, movements: movementsOf(rows, header.cells, format, file) }
  }
  throw new StartError(`${file} is neither Stripe's itemised balance report nor a trade bill of Alipay or WeChat Pay.`)
}

interface Record {
  readonly cells: readonly string[]
  readonly line: number
}

async function* movementsOf(rows: AsyncIterator<Record>, header: readonly string[], { read }: Format, file: string) {
  const places = new Map(header.map((column, place) => [column, place]))
  for (let next = await rows.next(); next.done !== true; next = await rows.next()) {
    const { cells, line } = next.value
    if (cells[0] === SUMS) return
    try {
      yield read((column) => cells[places.get(column) ?? -1] ?? '')
    } catch {
      throw new StartError(`${file}, line ${line}: the time or the amount cannot be read.`)
    }
  }
}

/** The records of a CSV file. Bills put a backtick or a tab around values; lines of Alipay that begin with # are comments. */
async function* recordsOf(file: string): AsyncGenerator<Record> {
  const parser = parse({
    bom: true,
    comment: '#',
    comment_no_infix: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const source = Readable.from(textOf(file)).on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>)
      // with `info`
      yield { cells: record.map((cell) => cell.replace(/^[`\s]+/, '').trimEnd()), line: info.lines }
  } catch (error) {
    throw error instanceof StartError ? error : unreadable(file, error)
  }
}

/** The text of a file in UTF-8, or else in GB 18030, as Alipay writes its bills. */
async function* textOf(file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer // no encoding is set, so chunks are bytes
    decoder ??= new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'gb18030')
    yield decoder.decode(bytes, { stream: true })
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const unreadable = (file: string, error: unknown): StartError =>
  new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)

/** The absolute value of an amount in whole units. Throws for any other text. */
function sizeOf(units: string): Micros {
  const amount = parseMicros(units.replace(/^[-+]/, ''))
  if (amount === null) throw new TypeError('no amount')
  return micros(amount)
}

/** A moment written as `2026-11-20 17:00:00` in a zone. Throws for any other text. */
function momentOf(text: string, zone: string): Date {
  const moment = new Date(`${text.replace(' ', 'T')}${zone}`)
  if (Number.isNaN(moment.getTime())) throw new TypeError('no moment')
  return moment
}
