import type { AuditSearch } from './audit/filter.ts'
import type { CountrySearch } from './countries/filter.ts'

/** The search parameters of the settings: the open tab, and the filters of its list. */
export interface SettingsSearch extends AuditSearch, CountrySearch {
  tab?: string
}
