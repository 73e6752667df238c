import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { type AccountId, DiagnosticsId, type TicketId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readDiagnosticFacts } from './diagnostics-facts.ts'
import { diagnosticsLines } from './diagnostics-lines.ts'

interface DiagnosticsDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** The most snapshots without a ticket that an account keeps: a new one replaces the oldest. */
const UNCLAIMED_MOST = 20

/** Takes a snapshot of an account and stores it as it is shown, in the reader's language. */
export async function diagnose(
  { db, clock }: DiagnosticsDeps,
  account: AccountId,
  locale: Locale,
): Promise<ReplyOf<typeof tickets.diagnose>> {
  const at = clock.now()
  const lines = diagnosticsLines(account, await readDiagnosticFacts(db, account, at), locale)
  const id = DiagnosticsId.parse(uuidv7(at))
  await db
    .insertInto('ticket_diagnostics')
    .values({ account_id: account, id, taken_at: at, lines: JSON.stringify(lines), ticket_id: null })
    .execute()
  await dropOldest(db, account)
  return { id, taken_at: at.toISOString(), lines: [...lines] }
}

async function dropOldest(db: Kysely<Schema>, account: AccountId): Promise<void> {
  await db
    .deleteFrom('ticket_diagnostics')
    .where('account_id', '=', account)
    .where('ticket_id', 'is', null)
    .where('id', 'in', (old) =>
      old
        .selectFrom('ticket_diagnostics')
        .select('id')
        .where('account_id', '=', account)
        .where('ticket_id', 'is', null)
        .orderBy('id', 'desc')
        .offset(UNCLAIMED_MOST),
    )
    .execute()
}

/**
 * Attaches a snapshot to a new ticket of its account. Throws `diagnostics_expired` where it is older than an hour,
 * unknown, of another account, or attached already.
 */
export async function claimDiagnostics(
  tx: Transaction<Schema>,
  { clock }: Pick<DiagnosticsDeps, 'clock'>,
  ticket: { readonly account_id: AccountId; readonly id: TicketId },
  id: DiagnosticsId,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_diagnostics')
    .set({ ticket_id: ticket.id })
    .where('account_id', '=', ticket.account_id)
    .where('id', '=', id)
    .where('ticket_id', 'is', null)
    .where('taken_at', '>', new Date(clock.now().getTime() - limits.diagnosticsFor))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('diagnostics_expired', { field: 'diagnostics' })
}
