import type { Appeal, tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { AccountId, DiagnosticsId } from '@hongyan/contract/ids'
import type { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { WorkingHours } from '../../../kit/working-hours.ts'
import type { TicketRow } from './store.ts'

/** The parts that add a message to a ticket, by whichever way it came. */
export interface MessageDeps {
  readonly clock: Clock
  /** The hours of support, by the partition of the account. */
  readonly hours: Readonly<Record<Partition, WorkingHours>>
}

/** The parts that show a ticket. */
export interface ReadingDeps {
  readonly db: Kysely<Schema>
  /** The appeal of a ticket with the facts of this moment; null for other categories. */
  readonly readAppeal: (db: Kysely<Schema>, ticket: TicketRow) => Promise<Appeal | null>
}

export interface TicketDeps extends MessageDeps, ReadingDeps {
  /** Takes the snapshot of an account's diagnostics. */
  readonly diagnose: (account: AccountId, locale: Locale) => Promise<ReplyOf<typeof tickets.diagnose>>
  /** Attaches a snapshot to a new ticket. Throws `diagnostics_expired` where it is gone or attached already. */
  readonly claimDiagnostics: (tx: Transaction<Schema>, ticket: TicketRow, id: DiagnosticsId) => Promise<void>
}
