import type { SegmentCondition } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { AccountId, ContactId, ContactImportId, PhonebookId, SegmentId, UploadId } from '@hongyan/contract/ids'
import type { AudienceProblem, AudienceState } from '@hongyan/contract/vocabulary/broadcast'
import type { ParseResult } from '@hongyan/contract/vocabulary/job'
import type { Generated } from 'kysely'
import type { Json } from './json.ts'

export interface PhonebookTable {
  account_id: AccountId
  id: PhonebookId
  name: string
  fields: string[]
  contacts: Generated<number>
  version: number
  created_at: Date
  updated_at: Date
}

export interface ContactTable {
  account_id: AccountId
  phonebook_id: PhonebookId
  id: ContactId
  /** E.164. */
  recipient: string
  country: string
  /** Values by field. */
  fields: Json<Record<string, string>>
  /** IANA name; null: by the number. */
  zone: string | null
  consent_source: string | null
  /** An ISO date. */
  consent_at: string | null
  version: number
  created_at: Date
  updated_at: Date
}

export interface SegmentTable {
  account_id: AccountId
  phonebook_id: PhonebookId
  id: SegmentId
  name: string
  conditions: Json<readonly SegmentCondition[]>
  version: number
  created_at: Date
  updated_at: Date
}

export interface ContactImportTable {
  account_id: AccountId
  phonebook_id: PhonebookId
  id: ContactImportId
  upload_id: UploadId
  name: string
  choices: Json<unknown>
  state: AudienceState
  progress: Generated<number>
  result: ParseResult | null
  problem: AudienceProblem | null
  report: Generated<Json<unknown>>
  added: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  left_out_key: string | null
  sealed_key: string
  due_at: Date | null
  tries: Generated<number>
  claim: string | null
  created_at: Date
  delete_after: Date
}

export interface PhonebooksTables {
  phonebook: PhonebookTable
  contact: ContactTable
  segment: SegmentTable
  contact_import: ContactImportTable
}
