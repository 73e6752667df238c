import { DAY, MINUTE, SECOND } from '../durations.ts'

/** Numbers of a session (specification section 9). Durations are milliseconds unless named otherwise. */

export const session = {
  reloadAfterHidden: 2 * MINUTE,
  reloadDebounce: 15 * SECOND,
  forcedReloadAfter: 5 * SECOND,
  localeCookieSeconds: 31_536_000,
  visitorCookieSeconds: 365 * 24 * 60 * 60,
  /** A session ends 30 days after it began, or 7 days after it was last used. */
  lifetime: 30 * DAY,
  idle: 7 * DAY,
} as const
