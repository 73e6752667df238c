import { DAY, HOUR, MINUTE } from '../durations.ts'

/** Numbers of the send API and of messages. Durations are milliseconds unless named otherwise. */

export const sendApi = {
  bodyBytes: 1_048_576,
  recipients: 100,
  textMax: 2_000,
  labelMax: 128,
  senderMax: 64,
  timestampTolerance: 10 * MINUTE,
  nonceMax: 64,
  nonceWindow: 20 * MINUTE,
  idempotencyKey: /^[A-Za-z0-9._-]{1,255}$/,
  idempotencyKept: 24 * HOUR,
} as const

/**
 * semantics: at most ten parts a message; an account's default rate in parts per second; a full queue is four hours of
 * it.
 */
export const sending = { maxParts: 10, accountRate: 50, fullQueueSeconds: 4 * 60 * 60 } as const

/** Validity by scene: codes five minutes, notifications a day, marketing three days. */
export const validity = { 1: 5 * MINUTE, 2: DAY, 3: 3 * DAY } as const

/** Customer settings for messages: validity in seconds, and how many days bodies are kept. */
export const smsConfiguration = {
  validity: { min: 30, max: 72 * 60 * 60 },
  retentionDays: [0, 7, 30, 90],
  retentionDefault: 30,
} as const
export type RetentionDays = (typeof smsConfiguration.retentionDays)[number]

/** The log of messages (screens S4). */
export const logs = {
  /** The widest range of one query, in days. */
  maxDays: 92,
  /** Months after which a message is dropped from the log. */
  keptMonths: 13,
  /** A whole number with its country, or its last four digits. */
  recipient: /^\+?\d{4,20}$/,
} as const

/** Requests about a person's data. */
export const people = {
  /** The newest messages that a record has. */
  recordMax: 10_000,
  /** The newest messages that the pages of an evidence pack show. The attached file has all of the record. */
  evidencePages: 200,
  /** The longest text that is read as a number. */
  recipientMax: 32,
} as const

/** Daily caps of the trust levels 0 and 1. */
export const trust = { newPerDay: 20, paidPerDay: 1_000 } as const
