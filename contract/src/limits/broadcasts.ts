import { DAY, HOUR, MINUTE } from '../durations.ts'

/** Numbers of broadcasts and their recipients (screens S8). Durations are milliseconds, shares percents. */
export const broadcasts = {
  nameMax: 48,
  /** The most numbers of pasted text. */
  inputRows: 10_000,
  inputBytes: 640 * 1024,
  /** The most rows of a file, without its headings. */
  rows: 1_000_000,
  columns: 40,
  headingMax: 64,
  /** A longer cell leaves its row out. */
  cellMax: 500,
  /** Rows and previews that are shown. */
  shownRows: 5,
  scheduleMin: 5 * MINUTE,
  scheduleMax: 35 * DAY,
  /** A scheduled broadcast cannot be changed or deleted later than this before its start. */
  lockedBefore: 5 * MINUTE,
  windowMin: HOUR,
  /** The first messages by default: a hundredth of all, at most so many. */
  canaryShare: 1,
  canaryMost: 200,
  canaryMax: 10_000,
  canaryWait: 10 * MINUTE,
  canaryDelivered: 60,
  /** The rule "pause if more than x % fail" counts from so many ended messages on. */
  breakerFrom: 50,
  /** Above so many recipients the owner types their number. */
  confirmAbove: 10_000,
  /** The same recipients and content within this time have to be confirmed. */
  repeatedWithin: 30 * MINUTE,
  /** The most broadcasts of an account that wait or run. */
  open: 20,
  /** The most lists of an account that are read at once. */
  parsing: 3,
  /** A list that no broadcast uses is deleted after this time, a used one this long after its broadcast ended. */
  unusedFor: DAY,
  keptFor: 30 * DAY,
  /** An estimate is believed for this time. */
  quoteFor: HOUR,
  testsPerDay: 20,
  /** A number is unreached once so many of its messages in a row were not delivered, all of them within this time. */
  unreachedAfter: 3,
  unreachedWithin: 90 * DAY,
} as const

/** Numbers of phonebooks. */
export const phonebooks = {
  nameMax: 48,
  most: 100,
  contacts: 1_000_000,
  fields: 20,
  fieldNameMax: 48,
  valueMax: 200,
  consentMax: 100,
  segments: 50,
  conditions: 10,
} as const
