import type { SegmentCondition } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { AccountId, ContactId, ContactImportId, PhonebookId, SegmentId, UploadId } from '@hongyan/contract/ids'
import type { AudienceState } from '@hongyan/contract/vocabulary/broadcast'
import type { ParseResult } from '@hongyan/contract/vocabulary/job'
import type { ImportProblem } from '@hongyan/contract/vocabulary/phonebook'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from './json.ts'

/** A field of a phonebook. Its key stays when its name changes. */
export interface PhonebookField {
  readonly key: string
  readonly name: string
}

/** A condition whose field is a key of the phonebook, or one of every contact such as `$country`. */
export type StoredCondition = SegmentCondition

export interface PhonebookTable {
  account_id: AccountId
  id: PhonebookId
  name: string
  fields: Json<readonly PhonebookField[]>
  next_key: Generated<number>
  /** Keys of removed fields whose values are not deleted yet. */
  removed_keys: Generated<string[]>
  contacts: Generated<number>
  version: Generated<number>
  created_at: Date
  updated_at: Date
  removed_at: Date | null
  due_at: Date | null
}

export interface ContactTable {
  account_id: AccountId
  phonebook_id: PhonebookId
  id: ContactId
  /** E.164. */
  recipient: string
  country: string
  /** Values by the key of their field. */
  fields: Json<Readonly<Record<string, string>>>
  searched: GeneratedAlways<string>
  /** IANA name; null: by the number. */
  zone: string | null
  consent_source: string | null
  /** An ISO date. */
  consent_at: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface SegmentTable {
  account_id: AccountId
  phonebook_id: PhonebookId
  id: SegmentId
  name: string
  conditions: Json<readonly StoredCondition[]>
  version: Generated<number>
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
  problem: ImportProblem | null
  /** Null until the whole file is checked. */
  report: Json<unknown>
  position: Generated<number>
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
