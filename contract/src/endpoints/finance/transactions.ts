import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { InvoiceId, TransactionId } from '../../ids.ts'
import { Currency } from '../../vocabulary/account.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import {
  labelledPaymentChannels,
  paymentChannels,
  products,
  topUpActions,
  TopUpStatus,
  TradeDirection,
  TradeType,
  transactionKinds,
  TransactionStatus,
} from '../../vocabulary/payment.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { AmountBound, Page, sortBy } from '../list-query.ts'

/**
 * The parameters of a line's description; the console writes the text. Null where the line's kind has no such
 * parameter.
 */
const Description = z.object({
  kind: z.enum(transactionKinds),
  /** The related transaction: the charge of a cashback or a dispute. */
  about: TransactionId.nullable(),
  /** The invoice that billed this transaction, reversed it, or was paid by it. */
  invoice: InvoiceId.nullable(),
  product: z.enum(products).nullable(),
  /** Number of posted and outstanding messages. */
  messages: z.number().int().nullable(),
  /** The status of a top-up's order. */
  order: z.enum(TopUpStatus).nullable(),
  /** True for a top-up that auto-recharge created. */
  auto: z.boolean().nullable(),
  /** Made in sandbox mode: no real money moved. */
  test: z.boolean(),
  /** The parts of a refunded amount. `withheld` is cashback that was already spent. */
  refund: z.object({ fee: Decimal, withheld: Decimal, paid_out: Decimal }).nullable(),
  /** The reason that staff gave for a transaction they booked. */
  reason: z.string().nullable(),
})

/** A line of an account's statement (screens S6). */
export const Transaction = z.object({
  id: TransactionId,
  /** For usage, the last moment of its day, or now while the day lasts. */
  at: z.iso.datetime(),
  /** The day it counts for, in the account's time zone. */
  day: z.iso.date(),
  type: z.enum(TradeType),
  direction: z.enum(TradeDirection),
  amount: Decimal,
  /** The balance after this line; null where nothing moved. Held amounts are not subtracted. */
  balance_after: Decimal.nullable(),
  channel: z.enum(paymentChannels).nullable(),
  /** The way of the payment as its payer knows it: the channel, or the saved card that it charged. */
  method: z.enum(labelledPaymentChannels).nullable(),
  status: z.enum(TransactionStatus),
  description: Description,
  /** The way to pay an open top-up now; null for every other line. */
  payment: z.object({ action: z.enum(topUpActions), payload: z.string() }).nullable(),
  /** Null where a line has no receipt. The number is assigned at the first download. */
  receipt: z.object({ number: z.string().nullable() }).nullable(),
})
export type Transaction = z.infer<typeof Transaction>

/** Usage of one scene and country at one price. `amount` is the exact sum of its messages. */
const UsagePart = z.object({
  scene: z.enum(MessageScene),
  iso2: z.string(),
  messages: z.number().int(),
  parts: z.number().int(),
  unit_price: Decimal,
  amount: Decimal,
})

export const TransactionDetail = Transaction.extend({
  /** Only for usage lines, largest first. Together with `rest` they sum to the line. */
  usage: z.array(UsagePart),
  /** Usage that is not broken down yet; null where all is. */
  rest: z.object({ messages: z.number().int(), amount: Decimal }).nullable(),
})
export type TransactionDetail = z.infer<typeof TransactionDetail>

const Totals = {
  currency: z.enum(Currency),
  /** The time zone of all days and months. */
  time_zone: z.string(),
  /** Opening plus in minus out equals closing, to the last decimal. */
  opening: Decimal,
  in: Decimal,
  out: Decimal,
  closing: Decimal,
}

export const TransactionSummary = z.object({
  ...Totals,
  /** The maximum cost of outstanding messages now; not part of the other figures. */
  held: Decimal,
})
export type TransactionSummary = z.infer<typeof TransactionSummary>

export const Statement = z.object({
  ...Totals,
  /** YYYY-MM */
  month: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** True once the month is over and its lines can no longer change. */
  final: z.boolean(),
  account: z.object({ name: z.string(), suid: z.string() }),
  /** One page, oldest first, of the lines that moved the balance. */
  lines: z.array(Transaction),
})
export type Statement = z.infer<typeof Statement>

const whole = z.coerce.number()

const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01')
const Range = { from: Day.optional(), to: Day.optional() }
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

/** The filters of the list, which an export of transactions has too. */
export const transactionFilters = {
  type: whole.pipe(z.enum(TradeType)).optional(),
  direction: whole.pipe(z.enum(TradeDirection)).optional(),
  channel: z.enum(paymentChannels).optional(),
  status: whole.pipe(z.enum(TransactionStatus)).optional(),
  amount_min: AmountBound.optional(),
  amount_max: AmountBound.optional(),
  id: TransactionId.optional(),
  /** Only transactions of auto-recharge, or only all others. */
  auto: z.enum(['true', 'false']).optional(),
  /** Only top-ups that were not paid within an hour, or all lines but them. */
  abandoned: z.enum(['true', 'false']).optional(),
}

const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
const params = z.strictObject({ id: TransactionId })
const month = z.strictObject({ month: Month })
const TextFile = z.object({ name: z.string(), content: z.string() })
/** `content` is base64. */
const BinaryFile = z.object({ name: z.string(), content: z.base64() })

export const transactions = endpoints(addresses.transactions, {
  /** Newest first unless sorted. The usage of a day is one line per product, the newest of its day. */
  list: {
    query: z
      .strictObject({ ...Page, ...Range, ...transactionFilters, sort: sortBy(sortColumns.transactions, '-at') })
      .refine(inOrder, { path: ['to'] }),
    reply: z.array(Transaction),
  },
  get: { params, reply: TransactionDetail },
  /** Sums the days from `from` to `to`, both included; without them, all days. */
  summary: { query: z.strictObject(Range).refine(inOrder, { path: ['to'] }), reply: TransactionSummary },
  statement: { query: z.strictObject({ ...Page, month: Month }), reply: Statement },
  statementCsv: { query: month, download: 'text/csv', reply: TextFile },
  statementPdf: { query: month, download: 'application/pdf', reply: BinaryFile },
  /** The receipt of a paid charge. Its number is assigned at the first download and stays. */
  receipt: { params, download: 'application/pdf', reply: BinaryFile },
})
