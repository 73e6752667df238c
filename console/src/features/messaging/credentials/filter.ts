import { credentials, list } from '@hongyan/contract/limits'
import { CredentialStatus } from '@hongyan/contract/vocabulary/credential'
import type { SearchSchemaInput } from '@tanstack/react-router'

/** What the address says of the list; the defaults are the specification's (section 2, "Credentials screen"). */
export interface CredentialFilter {
  limit: number
  offset: number
  status: CredentialStatus
  /** The credential whose edit dialog is open. */
  edit?: string
}

const whole = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null

/** Reads the filter from the address; what does not make sense falls back to its default. */
export const credentialFilter = (search: Partial<CredentialFilter> & SearchSchemaInput): CredentialFilter => ({
  limit: whole(search.limit, 1, list.maxLimit) ?? credentials.pageSize,
  offset: whole(search.offset, 0, list.maxOffset) ?? 0,
  status: CredentialStatus.Enabled,
  ...(typeof search.edit === 'string' && search.edit !== '' && { edit: search.edit }),
})

/** Whether the list shows something else than what it shows by itself. */
export const isNarrowed = ({ limit, offset }: CredentialFilter): boolean =>
  limit !== credentials.pageSize || offset !== 0
