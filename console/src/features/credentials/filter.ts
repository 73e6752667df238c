import { credentials } from '@hongyan/contract/limits'
import { CredentialStatus } from '@hongyan/contract/vocabulary/credential'
import type { SearchSchemaInput } from '@tanstack/react-router'

/** What the address says of the list; the defaults are the specification's (section 2, "Credentials screen"). */
export interface CredentialFilter {
  limit: number
  offset: number
  status: CredentialStatus
}

const whole = (value: unknown, least: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= least ? value : null

/** Reads the filter from the address; what does not make sense falls back to its default. */
export const credentialFilter = (search: Partial<CredentialFilter> & SearchSchemaInput): CredentialFilter => ({
  limit: whole(search.limit, 1) ?? credentials.pageSize,
  offset: whole(search.offset, 0) ?? 0,
  status: CredentialStatus.Enabled,
})
