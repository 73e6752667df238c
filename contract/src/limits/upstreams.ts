import { DAY, MINUTE, SECOND } from '../durations.ts'

/** Numbers of channels and routing (screens S1). Durations are milliseconds. */
export const upstreams = {
  /** The most channels of an account. */
  channels: 50,
  nameMax: 48,
  /** Parts a second of a channel. */
  rateMax: 1_000,
  rateDefault: 50,
  /** The highest daily spend cap, in whole units of the account's currency. */
  dailyCapMax: 1_000_000,
  regions: 60,
  /** The most rules, the default one included. */
  rules: 50,
  /** The most values of one condition of a rule. */
  conditions: 50,
  prefixes: 50,
  /** The most channels of a rule. */
  targets: 5,
  attemptsMax: 3,
  canaryMax: 50,
  /** The longest time from the first attempt to the last: of codes, and of everything else. */
  totalDelay: { codes: 10 * SECOND, others: 10 * MINUTE },
  stickyFor: DAY,
  remoteIdMax: 64,
  /** A mapping lists at most so many variables. */
  variables: 20,
  history: 100,
  /** A breaker opens at so many submissions and this share of errors within its window; `firstPause` by default. */
  breaker: { window: MINUTE, least: 20, errors: 0.5, firstPause: 30 * SECOND, longestPause: 10 * MINUTE },
  /** The credentials are rejected so often in a row before a channel has failed. */
  rejections: 2,
  /** Test messages of an account's day, over all of its channels. */
  testsPerDay: 20,
  /** The most times that an account presents credentials to providers on a day. */
  checksPerDay: 100,
  /** Milliseconds within which submissions are counted as answered; later ones are counted together. */
  latencyBounds: [50, 100, 200, 500, 1_000, 2_000, 5_000],
  /** The most frequent errors of a channel that its health lists. */
  shownErrors: 5,
} as const
