import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { InvoiceId, TransactionId } from '../../ids.ts'
import { parseMicros } from '../../money.ts'
import { Currency } from '../../vocabulary/account.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import {
  paymentChannels,
  products,
  TopUpStatus,
  TradeDirection,
  TradeType,
  transactionKinds,
  TransactionStatus,
} from '../../vocabulary/payment.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'

/** Says what a line is about; the console words it. Parameters that its kind does not have are null. */
const Description = z.object({
  kind: z.enum(transactionKinds),
  /** The transaction that it speaks of: the charge of a cashback or a dispute. */
  about: TransactionId.nullable(),
  /** The invoice that billed it, took it back, or was paid by it. */
  invoice: InvoiceId.nullable(),
  product: z.enum(products).nullable(),
  /** How many messages were posted or are on their way. */
  messages: z.number().int().nullable(),
  /** What became of a top-up's order. */
  order: z.enum(TopUpStatus).nullable(),
  /** Of a top-up: whether auto-recharge made it. */
  auto: z.boolean().nullable(),
  /** Made in sandbox mode: nobody's money moved. */
  test: z.boolean(),
  /** Of a refund, what became of its amount; `withheld` is cashback that could not be taken back. */
  refund: z.object({ fee: Decimal, withheld: Decimal, paid_out: Decimal }).nullable(),
})

/** A line of an account's money (screens S6). */
export const Transaction = z.object({
  id: TransactionId,
  /** Of usage: the last moment of its day, or now while the day lasts. */
  at: z.iso.datetime(),
  /** The day of the account's zone on which it counts. */
  day: z.iso.date(),
  type: z.enum(TradeType),
  direction: z.enum(TradeDirection),
  amount: Decimal,
  /** What the line before it left, and this amount; null where nothing moved. What is held is not taken off. */
  balance_after: Decimal.nullable(),
  channel: z.enum(paymentChannels).nullable(),
  status: z.enum(TransactionStatus),
  description: Description,
  /** Null where there can be none; its number is drawn when it is asked for the first time. */
  receipt: z.object({ number: z.string().nullable() }).nullable(),
})
export type Transaction = z.infer<typeof Transaction>

/** What was used for one scene and country at one price; `amount` is exactly that of its messages. */
const UsagePart = z.object({
  scene: z.enum(MessageScene),
  iso2: z.string(),
  messages: z.number().int(),
  parts: z.number().int(),
  unit_price: Decimal,
  amount: Decimal,
})

export const TransactionDetail = Transaction.extend({
  /** Of usage alone, the largest first. With `rest` they sum to the line. */
  usage: z.array(UsagePart),
  /** Usage whose messages have not been looked up yet; null where all have. */
  rest: z.object({ messages: z.number().int(), amount: Decimal }).nullable(),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

const Totals = {
  currency: z.enum(Currency),
  /** Days and months are this zone's. */
  time_zone: z.string(),
  /** Opening and in, less out, is closing: always, to the last decimal. */
  opening: Decimal,
  in: Decimal,
  out: Decimal,
  closing: Decimal,
}

export const TransactionSummary = z.object({
  ...Totals,
  /** What messages on their way may cost, now; no part of the other figures. */
  held: Decimal,
})
export type TransactionSummary = z.infer<typeof TransactionSummary>

export const Statement = z.object({
  ...Totals,
  /** YYYY-MM */
  month: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Whether the month is over and nothing can be added to it. */
  final: z.boolean(),
  account: z.object({ name: z.string(), suid: z.string() }),
  /** Oldest first, only what moved the balance; a page of them. */
  lines: z.array(Transaction),
})
export type Statement = z.infer<typeof Statement>

const whole = z.coerce.number()
const Bound = z
  .string()
  .max(32)
  .transform(parseMicros)
  .refine((amount) => amount !== null)

const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01')
const Range = { from: Day.optional(), to: Day.optional() }
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

const Filters = {
  ...Range,
  type: whole.pipe(z.enum(TradeType)).optional(),
  direction: whole.pipe(z.enum(TradeDirection)).optional(),
  channel: z.enum(paymentChannels).optional(),
  status: whole.pipe(z.enum(TransactionStatus)).optional(),
  amount_min: Bound.optional(),
  amount_max: Bound.optional(),
  id: TransactionId.optional(),
  /** Only what auto-recharge made, or only what it did not. */
  auto: z.enum(['true', 'false']).optional(),
}

const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
const params = z.strictObject({ id: TransactionId })
const month = z.strictObject({ month: Month })
const TextFile = z.object({ name: z.string(), content: z.string() })
/** Its content is base64. */
const BinaryFile = z.object({ name: z.string(), content: z.base64() })

export const transactions = endpoints(addresses.transactions, {
  /** Newest first. A day's usage is one line a product, after the other lines of its day. */
  list: {
    query: z.strictObject({ ...Page, ...Filters }).refine(inOrder, { path: ['to'] }),
    reply: z.array(Transaction),
  },
  get: { params, reply: TransactionDetail },
  /** The list as a table, at most its newest 10,000 lines. */
  file: {
    query: z.strictObject(Filters).refine(inOrder, { path: ['to'] }),
    download: 'text/csv',
    reply: TextFile,
  },
  /** The days from `from` to `to`, both included; without them all there have been. */
  summary: { query: z.strictObject(Range).refine(inOrder, { path: ['to'] }), reply: TransactionSummary },
  statement: { query: z.strictObject({ ...Page, month: Month }), reply: Statement },
  statementCsv: { query: month, download: 'text/csv', reply: TextFile },
  statementPdf: { query: month, download: 'application/pdf', reply: BinaryFile },
  /** Of a charge that was paid. Its number is drawn with the first one and stays. */
  receipt: { params, download: 'application/pdf', reply: BinaryFile },
})
