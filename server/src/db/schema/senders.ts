import type { AccountId, SignatureId, TemplateId, UploadId } from '@hongyan/contract/ids'
import type { SenderReason } from '@hongyan/contract/senders/reasons'
import type { FilingState, MainlandCarrier } from '@hongyan/contract/vocabulary/filing'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { EntityKind, industries, ReviewStatus, ReviewStepEvent } from '@hongyan/contract/vocabulary/review'
import type { EvidenceField, SignatureUsage } from '@hongyan/contract/vocabulary/signature'
import type { TemplateVariable } from '@hongyan/contract/vocabulary/template'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A column of JSON, which is written as text. */
type Json<T> = ColumnType<T, string, string>
type Industry = (typeof industries)[number]

export interface SignatureTable {
  account_id: AccountId
  id: SignatureId
  name: string
  kind: EntityKind
  usage: SignatureUsage
  mainland: boolean
  international: boolean
  scenes: MessageScene[]
  industry: Industry
  purpose: string
  evidence: Json<{ readonly [F in EvidenceField]?: string }>
  status: ReviewStatus
  version: number
  reasons: Json<readonly SenderReason[]>
  is_default: Generated<boolean>
  created_at: Date
  submitted_at: Date
  checked_at: Date | null
  decided_at: Date | null
  urged_at: Date | null
  updated_at: Date
  expires_at: Generated<Date | null>
  reminded: Generated<number | null>
  next_at: Generated<Date | null>
}

export interface TemplateTable {
  account_id: AccountId
  id: TemplateId
  /** The code that the owner gave it last. */
  code: string | null
  /** The version that messages use. */
  serving: number | null
  /** The fixed text before the first variable of that version. */
  prefix: string | null
  created_at: Date
}

/** The codes by which messages find templates: the present and the earlier ones. */
export interface TemplateCodeTable {
  account_id: AccountId
  code: string
  template_id: TemplateId
}

export interface TemplateVersionTable {
  account_id: AccountId
  template_id: TemplateId
  version: number
  is_newest: boolean
  name: string
  scene: MessageScene
  language: string
  content: string
  /** Name and content in lower case, as PostgreSQL writes them. */
  searched: GeneratedAlways<string>
  signature_id: SignatureId | null
  industry: Industry
  usage_note: string
  variables: Json<readonly TemplateVariable[]>
  status: ReviewStatus
  reasons: Json<readonly SenderReason[]>
  submitted_at: Date
  checked_at: Date | null
  decided_at: Date | null
  urged_at: Date | null
  updated_at: Date
}

export interface FilingTable {
  account_id: AccountId
  subject_id: string
  version: number
  carrier: MainlandCarrier
  kind: 'signature' | 'template'
  state: Exclude<FilingState, 'not_filed'>
  reason: string | null
  changed_at: Date
}

export interface ReviewStepTable {
  account_id: AccountId
  subject_id: string
  id: string
  at: Date
  event: ReviewStepEvent
  version: number
  actor: 'owner' | 'check' | 'reviewer' | 'carrier'
  reviewer: string | null
  reasons: Json<readonly SenderReason[]>
  carrier: MainlandCarrier | null
  state: FilingState | null
}

export interface RevocationTable {
  account_id: AccountId
  subject_id: string
  version: number
  kind: 'signature' | 'template'
  reasons: Json<readonly SenderReason[]>
  reviewer: string
  announced_at: Date
  ends_at: Date
  next_at: Date
}

export interface AuthorisationRenewalTable {
  account_id: AccountId
  signature_id: SignatureId
  id: string
  authorisation: UploadId
  authorised_until: string
  submitted_at: Date
}

export interface SendersTables {
  signature: SignatureTable
  template: TemplateTable
  template_code: TemplateCodeTable
  template_version: TemplateVersionTable
  filing: FilingTable
  review_step: ReviewStepTable
  revocation: RevocationTable
  authorisation_renewal: AuthorisationRenewalTable
}
