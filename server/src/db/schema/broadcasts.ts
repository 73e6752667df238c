import type { BroadcastMessage, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { ErrorCode } from '@hongyan/contract/errors'
import type {
  AccountId,
  AudienceId,
  BroadcastId,
  MessageId,
  PhonebookId,
  QuoteId,
  SegmentId,
  UploadId,
} from '@hongyan/contract/ids'
import type {
  AudienceProblem,
  AudienceState,
  BroadcastPhase,
  BroadcastScene,
  BroadcastStep,
  InterruptReason,
  QuoteState,
  RecipientState,
} from '@hongyan/contract/vocabulary/broadcast'
import type { ParseResult, RecipientSource, SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Generated } from 'kysely'
import type { Json } from './json.ts'

export interface AudienceTable {
  account_id: AccountId
  id: AudienceId
  source: RecipientSource
  name: string | null
  country: string
  /** Pasted text until it is read. */
  input: string | null
  upload_id: UploadId | null
  phonebook_id: PhonebookId | null
  segment_id: SegmentId | null
  retry_of: BroadcastId | null
  phone_column: string | null
  sheet: string | null
  state: AudienceState
  progress: Generated<number>
  result: ParseResult | null
  problem: AudienceProblem | null
  report: Generated<Json<unknown>>
  members: Generated<number>
  content_hash: Buffer | null
  left_out_key: string | null
  sealed_key: string
  due_at: Date | null
  tries: Generated<number>
  claim: string | null
  created_at: Date
  delete_after: Date
  removed_at: Date | null
}

export interface AudienceMemberTable {
  account_id: AccountId
  audience_id: AudienceId
  row: number
  /** E.164. */
  recipient: string
  country: string
  /** IANA name; null: by the number. */
  zone: string | null
  cells: string[]
  /** The account's last messages did not reach the number when the list was read. */
  unreached: Generated<boolean>
}

export interface BroadcastQuoteTable {
  account_id: AccountId
  id: QuoteId
  audience_id: AudienceId
  message: Json<BroadcastMessage>
  plan: Json<BroadcastPlan>
  state: QuoteState
  progress: Generated<number>
  report: Generated<Json<unknown>>
  error_code: ErrorCode | null
  recipients: Generated<number>
  at_most_micros: Generated<bigint>
  price_book_version: number | null
  template_version: number | null
  content_hash: Buffer | null
  due_at: Date | null
  tries: Generated<number>
  claim: string | null
  created_at: Date
  expires_at: Date
}

export interface BroadcastTable {
  account_id: AccountId
  id: BroadcastId
  name: string
  audience_id: AudienceId
  audience_gone: Generated<boolean>
  source: RecipientSource
  source_name: string | null
  scene: BroadcastScene
  message: Json<BroadcastMessage>
  plan: Json<BroadcastPlan>
  text: string
  template_version: number | null
  price_book_version: number
  content_hash: Buffer
  status: SendJobStatus
  phase: BroadcastPhase
  reason: InterruptReason | null
  recipients: number
  quoted_micros: bigint
  consented_at: Date | null
  starts_at: Date
  started_at: Date | null
  finished_at: Date | null
  position: Generated<number>
  canary_until: Date | null
  canary_passed: Generated<boolean>
  next_at: Date | null
  /** The ended messages that its rule for failures leaves out. */
  delivered_before: Generated<number>
  failed_before: Generated<number>
  version: Generated<number>
  due_at: Date | null
  tries: Generated<number>
  claim: string | null
  watch_at: Date | null
  watch_row: Generated<number>
  created_at: Date
}

export interface BroadcastStepTable {
  account_id: AccountId
  broadcast_id: BroadcastId
  id: string
  at: Date
  step: BroadcastStep
  reason: InterruptReason | null
  by_owner: boolean
}

export interface BroadcastPostponedTable {
  account_id: AccountId
  broadcast_id: BroadcastId
  opens_at: Date
  row: number
}

export interface BroadcastSendTable {
  account_id: AccountId
  broadcast_id: BroadcastId
  row: number
  /** Null where it was skipped without a message. */
  message_id: MessageId | null
  country: string
  state: RecipientState
  status: MessageStatus | null
  error_code: ErrorCode | null
  cost_micros: Generated<bigint>
  at: Date
}

export interface BroadcastCountTable {
  account_id: AccountId
  broadcast_id: BroadcastId
  country: string
  state: RecipientState
  /** Empty without one. */
  error_code: string
  recipients: number
  cost_micros: bigint
}

export interface BroadcastsTables {
  audience: AudienceTable
  audience_member: AudienceMemberTable
  broadcast_quote: BroadcastQuoteTable
  broadcast: BroadcastTable
  broadcast_step: BroadcastStepTable
  broadcast_postponed: BroadcastPostponedTable
  broadcast_send: BroadcastSendTable
  broadcast_count: BroadcastCountTable
}
