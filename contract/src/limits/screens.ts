import { SECOND } from '../durations.ts'

/**
 * Numbers of every screen and of home (specification section 9). The first load contains this file and `session.ts`, so
 * the numbers of other pages have files of their own. Durations are milliseconds.
 */

export const search = { minCharacters: 2, delay: 33 } as const

export const statistics = {
  periods: { '7d': 7, '30d': 30 },
  /** Messages of yesterday that are counted when one asks: a tenth of a second. */
  yesterdayMost: 200_000,
  mobileBars: { minWidth: 320, belowWidth: 430, margin: 16, wideMargin: 160, perBar: 30 },
} as const
export type StatisticsPeriod = keyof typeof statistics.periods

export const shownDecimals = { topBar: 2, topUp: 2, homeBalance: 4, creditLimit: 2, messagePrice: 6 } as const

/** The size of the picture on the profile card, in pixels. */
export const avatar = { size: 128 } as const

export const toast = { duration: 3 * SECOND } as const

export const credentials = {
  pageSize: 20,
  secretMask: '******',
  secretShown: 3,
  /** The refused requests that are kept of a credential. */
  requestsKept: 1_000,
} as const

export const list = { limit: 20, maxLimit: 100, maxOffset: 10_000, exactTotalUpTo: 10_000 } as const

export const dates = { outOfRangeAfterMonths: 3 } as const
