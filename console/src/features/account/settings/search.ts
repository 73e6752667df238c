import type { AuditFilter } from './audit/filter.ts'

/** What the address says of the settings: the open tab, and what narrows the list of the audit log. */
export interface SettingsSearch extends AuditFilter {
  tab?: string
}
