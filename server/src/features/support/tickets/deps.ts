import type { DiagnosticsId } from '@hongyan/contract/ids'
import type { Appeal } from '@hongyan/contract/endpoints/support/tickets'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { TicketPriority } from '@hongyan/contract/vocabulary/support'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { TicketRow } from './store.ts'

/** The parts that add a message to a ticket, by whichever way it came. */
export interface MessageDeps {
  readonly clock: Clock
  /** The moment by which support aims to reply to an account's ticket, by its priority and the hours of support. */
  readonly replyDue: (partition: Partition, priority: TicketPriority, from: Date) => Date
}

export interface TicketDeps extends MessageDeps {
  readonly db: Kysely<Schema>
  /** Attaches a snapshot to a new ticket. Throws `diagnostics_expired` where it is gone or attached already. */
  readonly claimDiagnostics: (tx: Transaction<Schema>, ticket: TicketRow, id: DiagnosticsId) => Promise<void>
  /** The appeal of a ticket: its status, its answers and the facts of this moment; null for other categories. */
  readonly readAppeal: (db: Kysely<Schema>, ticket: TicketRow) => Promise<Appeal | null>
}
