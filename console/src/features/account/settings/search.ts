import type { AuditSearch } from './audit/filter.ts'

/** The search parameters of the settings: the open tab, and the filter of the audit log. */
export interface SettingsSearch extends AuditSearch {
  tab?: string
}
