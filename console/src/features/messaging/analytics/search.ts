import { type AnalyticsDimension, analyticsDimensions } from '@hongyan/contract/vocabulary/analytics'
import { oneOf, rangeReaders, readAddress, type Readers } from '../../../ui/list/address.ts'
import { daysOf, type Range, type RangeSearch } from '../../../ui/list/range.ts'

/** The parts of the address. Without days it is the last 30. */
export interface AnalyticsSearch extends RangeSearch {
  compare?: 'previous'
  by?: AnalyticsDimension
  /** The days as a table instead of the chart. */
  view?: 'table'
}

const readers: Readers<AnalyticsSearch> = {
  ...rangeReaders,
  compare: oneOf(['previous']),
  by: oneOf(analyticsDimensions),
  view: oneOf(['table']),
}

export const readSearch = (search: object): AnalyticsSearch => readAddress<AnalyticsSearch>(readers, search)

/** The range of the address. One with a single end has only that day. */
export function rangeOf({ period, from, to }: AnalyticsSearch): RangeSearch {
  const [first, last] = [from ?? to, to ?? from]
  return period === undefined && first !== undefined && last !== undefined
    ? { from: first, to: last }
    : { period: period ?? '30d' }
}

/** The days of the address on a day in the account's time zone. Days to come have no figures. */
export function shownDays(search: AnalyticsSearch, today: string): Required<Range> {
  const { from = today, to = today } = daysOf(rangeOf(search), today)
  return { from, to: to > today && from <= today ? today : to }
}
