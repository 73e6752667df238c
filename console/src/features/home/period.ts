import { statistics, type StatisticsPeriod } from '@hongyan/contract/limits'

/** What the address says of the home screen. */
export interface HomeSearch {
  period?: StatisticsPeriod
}

export const DEFAULT_PERIOD: StatisticsPeriod = '30d'

export const periods: readonly StatisticsPeriod[] = ['7d', '30d']

/** Full days of a period; the chart shows today besides. */
export const daysOf = (period: StatisticsPeriod): number => statistics.periods[period]

/** Reads the period from the address; without a known one the address stays as it is. */
export function homeSearch(search: Record<string, unknown>): HomeSearch {
  const period = periods.find((each) => each === search['period'])
  return period ? { period } : {}
}
