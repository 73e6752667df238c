import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { analyticsDimensions } from '../../vocabulary/analytics.ts'
import { Currency } from '../../vocabulary/account.ts'
import { receiptKinds } from '../../vocabulary/sender-rule.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { Day, Explained } from './messages.ts'

/** Milliseconds from acceptance to delivery that a share of the delivered messages took at most, within 5 %. */
const Latency = z.object({ p50: z.number().int(), p95: z.number().int(), p99: z.number().int() })

/** Sums over messages, each on the day of its acceptance in the account's zone. */
const Figures = z.object({
  /** Accepted messages. */
  messages: z.number().int(),
  /** Recipients that were refused inside accepted requests; no other figure counts them. */
  refused: z.number().int(),
  parts: z.number().int(),
  /** Delivered or read. */
  delivered: z.number().int(),
  /** Undelivered, rejected, failed, expired, or without an outcome after all. */
  failed: z.number().int(),
  /** The messages that a delivery rate is of: those to countries with receipts of handsets. */
  rated: z.object({ messages: z.number().int(), delivered: z.number().int() }),
  /** The price of the charged messages. */
  cost: Decimal,
  /** Null without a delivered message. */
  cost_per_delivered: Decimal.nullable(),
  latency: Latency.nullable(),
})
export type Figures = z.infer<typeof Figures>

/** `recipients` sums up the distinct recipients of each day. */
const Totals = Figures.extend({ recipients: z.number().int() })
export type Totals = z.infer<typeof Totals>

const AnalyticsDay = Totals.extend({ date: z.iso.date() })
export type AnalyticsDay = z.infer<typeof AnalyticsDay>

/** The totals of the same number of days just before a range. */
const PreviousTotals = Totals.extend({ from: z.iso.date(), to: z.iso.date() })

const AnalyticsSummary = z.object({
  currency: z.enum(Currency),
  /** Each day of the range, oldest first. */
  days: z.array(AnalyticsDay),
  total: Totals,
  /** Null without `compare`. */
  previous: PreviousTotals.nullable(),
  /** The moment of the oldest count among days whose messages may still change; null where none may. */
  counted_at: z.iso.datetime().nullable(),
})
export type AnalyticsSummary = z.infer<typeof AnalyticsSummary>

const BreakdownRow = Figures.extend({
  /**
   * A country's code, an upstream's code, the id of a template or the code of a public one, an error's code, or a
   * credential's id. Null for messages that have none.
   */
  key: z.string().nullable(),
  /** The name of an account's channel or of a template, or the AccessKey ID of a credential, as long as there is one. */
  name: z.string().nullable(),
  /** The kind of receipts of a country, where it is known. */
  receipt: z.enum(receiptKinds).nullable(),
  /** The explanation of an error. */
  reason: Explained.nullable(),
  previous: Figures.nullable(),
})
export type BreakdownRow = z.infer<typeof BreakdownRow>

const Breakdown = z.object({
  currency: z.enum(Currency),
  /** The keys with the most messages, the largest first. */
  rows: z.array(BreakdownRow),
  /** All other keys together; null where there is none. */
  others: Figures.extend({ keys: z.number().int() }).nullable(),
})
export type Breakdown = z.infer<typeof Breakdown>

const range = {
  /** Days in the account's time zone, both included, at most 92: `range_too_wide`. */
  from: Day,
  to: Day,
  /** Adds the figures of the same number of days just before. */
  compare: z.literal('previous').optional(),
}

const inOrder = ({ from, to }: { from: string; to: string }): boolean => from <= to

export const analytics = endpoints(addresses.analytics, {
  summary: { query: z.strictObject(range).refine(inOrder, { path: ['to'] }), reply: AnalyticsSummary },
  breakdown: {
    query: z.strictObject({ ...range, by: z.enum(analyticsDimensions) }).refine(inOrder, { path: ['to'] }),
    reply: Breakdown,
  },
})
