import type { AccountId, AuditId, SessionId } from '@hongyan/contract/ids'
import type { AuditActor, AuditOutcome } from '@hongyan/contract/vocabulary/audit'
import type { ColumnType } from 'kysely'

export interface AuditEntryTable {
  account_id: AccountId
  id: AuditId
  at: Date
  actor: AuditActor
  /** The name of the staff member; null for every other actor. */
  operator: string | null
  session_id: SessionId | null
  address: string | null
  user_agent: string | null
  action: string
  subject: string | null
  outcome: AuditOutcome
  error: string | null
  changes: ColumnType<readonly { field: string; before: string | null; after: string | null }[], string, string>
}

export interface AuditTables {
  audit_entry: AuditEntryTable
}
