import { statistics, type StatisticsPeriod } from '@hongyan/contract/limits/screens'

/** The search parameters of the home page. */
export interface HomeSearch {
  period?: StatisticsPeriod
}

export const DEFAULT_PERIOD: StatisticsPeriod = '30d'

export const periods: readonly StatisticsPeriod[] = ['7d', '30d']

/** The full days of a period. The chart adds today. */
export const daysOf = (period: StatisticsPeriod): number => statistics.periods[period]

/** Parses the period of the address. An invalid one leaves the address as it is. */
export function homeSearch(search: Record<string, unknown>): HomeSearch {
  const period = periods.find((each) => each === search['period'])
  return period ? { period } : {}
}
