import type { AccountId, DiagnosticsId, IncidentId, MessageId, TicketId, TicketMessageId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import type {
  AppealAnswer,
  IncidentSeverity,
  IncidentState,
  NetworkState,
  RecordKind,
  TicketAuthor,
  TicketCategory,
  TicketImpact,
  TicketPriority,
  TicketState,
  TicketStep,
  TicketWay,
} from '@hongyan/contract/vocabulary/support'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from './json.ts'

export interface TicketNumberTable {
  account_id: AccountId
  last: number
}

export interface TicketTable {
  account_id: AccountId
  id: TicketId
  no: number
  subject: string
  searched: GeneratedAlways<string>
  category: TicketCategory
  impact: TicketImpact
  priority: TicketPriority
  state: TicketState
  reply_due_at: Date | null
  replied_at: Date | null
  about_kind: RecordKind | null
  about_id: string | null
  message_ids: Generated<MessageId[]>
  /** E.164. */
  numbers: Generated<string[]>
  contact: string | null
  diagnostics_id: DiagnosticsId | null
  answers: Json<Readonly<Record<AppealAnswer, string>> | null>
  decision: 'restored' | 'upheld' | null
  suspended_at: Date | null
  messages: Generated<number>
  version: Generated<number>
  created_at: Date
  updated_at: Date
  due_at: Date | null
}

export interface TicketMessageTable {
  account_id: AccountId
  ticket_id: TicketId
  id: TicketMessageId
  at: Date
  author: TicketAuthor
  way: TicketWay
  by: string | null
  text: string
  mail_id: string | null
}

export interface TicketStepTable {
  account_id: AccountId
  ticket_id: TicketId
  id: string
  at: Date
  step: TicketStep
  by: string | null
}

export interface DiagnosticsLine {
  readonly label: string
  readonly value: string
}

export interface TicketDiagnosticsTable {
  account_id: AccountId
  id: DiagnosticsId
  taken_at: Date
  lines: Json<readonly DiagnosticsLine[]>
  ticket_id: TicketId | null
}

export interface IncidentTable {
  id: IncidentId
  severity: IncidentSeverity
  state: IncidentState
  title_en: string
  title_zh: string
  countries: string[]
  channels: MessageChannel[]
  partition: Partition | null
  started_at: Date
  closed_at: Date | null
}

export interface IncidentUpdateTable {
  incident_id: IncidentId
  id: string
  at: Date
  state: IncidentState
  text_en: string
  text_zh: string
  by: string
}

export interface NetworkStatusTable {
  partition: Partition
  country: string
  channel: MessageChannel
  state: NetworkState
  finished: number
  delivered: number
  failed: number
  median_ms: number | null
  since: Date
  counted_from: Date
  counted_to: Date
}

export interface SupportTables {
  ticket_number: TicketNumberTable
  ticket: TicketTable
  ticket_message: TicketMessageTable
  ticket_step: TicketStepTable
  ticket_diagnostics: TicketDiagnosticsTable
  incident: IncidentTable
  incident_update: IncidentUpdateTable
  network_status: NetworkStatusTable
}
