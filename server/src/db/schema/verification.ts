import type { AccountId, VerificationId } from '@hongyan/contract/ids'
import type { FieldReason } from '@hongyan/contract/verification/reasons'
import type { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { VerificationType } from '@hongyan/contract/vocabulary/verification'
import type { ColumnType, Generated } from 'kysely'

export interface VerificationTable {
  account_id: AccountId
  id: VerificationId
  type: VerificationType
  status: ReviewStatus
  version: number
  /** The values of the form as JSON, encrypted. */
  sealed: string
  identity_hash: Buffer
  name_hash: Buffer
  /** A name of the key that made both hashes. */
  hash_key: string
  submitted_at: Date
  decided_at: Date | null
  reasons: ColumnType<readonly FieldReason[], string, string>
  /** The end of an approval; null for a submission that is not approved. */
  valid_until: Date | null
  /** Days before the end at which the last reminder was sent. */
  reminded: number | null
  next_at: Date | null
  /** The approval raised the trust level of the account. */
  raised_level: Generated<boolean>
}

interface VerificationDraftTable {
  account_id: AccountId
  type: VerificationType
  sealed: string
  saved_at: Date
}

export interface VerificationTables {
  verification: VerificationTable
  verification_draft: VerificationDraftTable
}
