import { DAY, MINUTE } from '../durations.ts'

/** Numbers of the IP restriction (screens S9). Durations are milliseconds. */
export const ipRestriction = {
  /** The most entries of an account. */
  entries: 200,
  noteMax: 64,
  /** A network with fewer bits is pointed out. A /32 holds as many IPv6 sites as a /16 holds IPv4 addresses. */
  wideBits: { 4: 16, 6: 32 },
  /** A change that may cut callers off is reverted after so long, unless it is kept. */
  keepWithin: 10 * MINUTE,
  /** The callers of so long count before a change cuts any of them off. */
  callersOf: DAY,
  /** The most callers that a warning lists. */
  callersShown: 8,
  /** The most callers that a change is compared with, the most frequent first. */
  callersRead: 5_000,
  /** Callers of so many days are suggested as entries, the most frequent first. */
  suggestedDays: 7,
  suggested: 50,
  /** Hits of an entry are counted over so many days. */
  hitDays: 7,
  /** Refused calls are kept for so many days, and at most so many of an account. */
  callDays: 30,
  calls: 1_000,
} as const
