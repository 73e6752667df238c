import { credentials, list } from '@hongyan/contract/limits/screens'
import { CredentialStatus } from '@hongyan/contract/vocabulary/credential'
import type { SearchSchemaInput } from '@tanstack/react-router'

/** The part of the page's address that opens the dialog for a new credential. */
export const CREATE = 'create'

/** The search parameters of the list, with the specification's defaults (section 2, "Credentials screen"). */
export interface CredentialFilter {
  limit: number
  offset: number
  status: CredentialStatus
  /** The order: the oldest first. Without it the newest are first. */
  sort?: 'created_at'
  /** The credential in the edit dialog. */
  edit?: string
  /** The credential whose page is open. */
  open?: string
  /** The error of the refused requests on that page. */
  code?: string
}

const whole = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Parses the filter from the address. An invalid part falls back to its default. */
export const credentialFilter = (search: Partial<CredentialFilter> & SearchSchemaInput): CredentialFilter => ({
  limit: whole(search.limit, 1, list.maxLimit) ?? credentials.pageSize,
  offset: whole(search.offset, 0, list.maxOffset) ?? 0,
  status: CredentialStatus.Enabled,
  ...(search.sort === 'created_at' && { sort: search.sort }),
  ...(isText(search.edit) && { edit: search.edit }),
  ...(isText(search.open) && { open: search.open }),
  ...(isText(search.code) && /^[a-z\d_]{2,48}$/.test(search.code) && { code: search.code }),
})

/** True where the list differs from its default. */
export const isNarrowed = ({ limit, offset }: CredentialFilter): boolean =>
  limit !== credentials.pageSize || offset !== 0
