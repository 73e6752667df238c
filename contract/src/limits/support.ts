import { DAY, HOUR, MINUTE } from '../durations.ts'
import { TicketPriority } from '../vocabulary/support.ts'

/** Numbers of the support centre (screens S13). Durations are milliseconds. */
export const support = {
  subjectMin: 5,
  subjectMax: 120,
  bodyMin: 10,
  bodyMax: 5_000,
  replyMax: 5_000,
  messageIds: 50,
  numbers: 10,
  /** The length of a typed number. */
  numberMax: 32,
  attachments: 5,
  answerMin: 20,
  answerMax: 2_000,
  requestIdMax: 64,
  /** The most tickets that an account opens in 24 hours. */
  ticketsPerDay: 10,
  /** The most messages that an owner adds to the tickets of an account in an hour. */
  repliesPerHour: 30,
  /** The most messages of one ticket. */
  messages: 200,
  queryMin: 2,
  queryMax: 120,
  answers: 8,
  /** A ticket that waits for the customer this long is solved. */
  solvedAfter: 7 * DAY,
  /** A solved ticket can be reopened for this long, then it is closed. */
  closedAfter: 14 * DAY,
  /** A closed ticket is deleted after this time, with its attachments. */
  deletedAfter: 730 * DAY,
  /** A snapshot of diagnostics that no ticket takes is deleted after this time. */
  diagnosticsFor: HOUR,
  /** The delivery figures of the status cover this time. */
  statusWindow: 15 * MINUTE,
  /** The figures are counted again after this time. */
  statusEvery: 20_000,
  /** Fewer finished messages than these say nothing about a country. */
  statusLeast: 20,
  /** The share of messages that fail for a cause of ours or a carrier's from which a country counts as degraded or out. */
  degradedFrom: 0.1,
  outageFrom: 0.5,
  /** The most countries of the account's own that the status names, by its messages of so many days. */
  statusOwn: 5,
  statusOwnDays: 30,
  /** A closed incident stays in the status for this time. */
  incidentFor: 14 * DAY,
  incidentTitleMax: 120,
  incidentTextMax: 1_000,
} as const

/**
 * The time to the first reply that each priority aims at. P1 counts around the clock, the others within the hours of
 * support alone.
 */
export const replyGoals: Readonly<
  Record<TicketPriority, { readonly within: number; readonly aroundTheClock: boolean }>
> = {
  [TicketPriority.P1]: { within: 30 * MINUTE, aroundTheClock: true },
  [TicketPriority.P2]: { within: 4 * HOUR, aroundTheClock: false },
  [TicketPriority.P3]: { within: 8 * HOUR, aroundTheClock: false },
}
