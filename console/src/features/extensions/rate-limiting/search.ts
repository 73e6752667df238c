import { oneOf, readAddress, type Readers, text } from '../../../ui/list/address.ts'

export const tabs = ['rules', 'caps', 'exempt', 'hits', 'limits'] as const
export type TabName = (typeof tabs)[number]

export const hitPeriods = ['7d', '30d'] as const
export type HitPeriod = (typeof hitPeriods)[number]

/** The search parameters: the tab, the days of its hits, and the open form. */
export interface RateLimitingSearch {
  tab?: TabName
  period?: HitPeriod
  view?: 'table'
  /** `new`, a preset's name, or the id of the rule that the form changes. */
  rule?: string
  add?: 'numbers' | 'country'
}

/** The address of an empty rule form. */
export const NEW = 'new'

const readers: Readers<RateLimitingSearch> = {
  tab: oneOf(tabs),
  period: oneOf(hitPeriods),
  view: oneOf(['table']),
  rule: text((typed) => typed || null),
  add: oneOf(['numbers', 'country']),
}

export const readSearch = (search: object): RateLimitingSearch => readAddress<RateLimitingSearch>(readers, search)
