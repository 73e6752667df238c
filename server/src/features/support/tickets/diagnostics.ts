import type { tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { AccountId, DiagnosticsId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { TicketRow } from './store.ts'

export async function diagnose(
  _deps: object,
  _account: AccountId,
  _locale: Locale,
): Promise<ReplyOf<typeof tickets.diagnose>> {
  throw new Refusal('diagnostics_expired')
}

export async function claimDiagnostics(
  _tx: Transaction<Schema>,
  _deps: object,
  _ticket: TicketRow,
  _id: DiagnosticsId,
): Promise<void> {
  throw new Refusal('diagnostics_expired', { field: 'diagnostics' })
}
