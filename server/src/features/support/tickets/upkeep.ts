import { MINUTE } from '@hongyan/contract/durations'
import { support as limits } from '@hongyan/contract/limits/support'
import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '../../../db/schema.ts'
import { alone, txOf } from '../../../db/tx.ts'
import { dueRows } from '../../../jobs/due.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { scheduleDeletion } from '../../../uploads/claims.ts'
import { moveTicket } from './change.ts'
import type { MessageDeps } from './deps.ts'
import { notifySolved } from './notices.ts'
import * as store from './store.ts'

export interface UpkeepDeps extends MessageDeps {
  readonly db: Kysely<Schema>
  readonly pool: Pool
}

/** A row whose process died is claimed again after this time. */
const CLAIMED_FOR = 5 * MINUTE

interface Claimed extends Pick<store.TicketRow, 'account_id' | 'id'> {
  /** As the claim wrote it. A ticket with another one has moved since. */
  readonly due_at: Date
}

const due = dueRows<Claimed>({
  table: 'ticket',
  key: ['account_id', 'id'],
  due: 'due_at',
  since: 'created_at',
  read: 'select account_id, id, due_at from claimed',
  backOff: { first: CLAIMED_FOR, factor: 0, most: CLAIMED_FOR },
  batch: 100,
})

/**
 * Solves tickets that had no answer for a week, closes those that stayed solved, deletes old ones with their
 * attachments, and deletes diagnostics that no ticket took.
 */
export async function keepTicketsUp(deps: UpkeepDeps): Promise<void> {
  const { db, pool, clock } = deps
  for (let found = due.batch; found === due.batch;) {
    const rows = await due.claim(alone(pool), clock.now())
    for (const row of rows) await db.transaction().execute((tx) => step(tx, deps, row))
    found = rows.length
  }
  await db
    .deleteFrom('ticket_diagnostics')
    .where('ticket_id', 'is', null)
    .where('taken_at', '<', new Date(clock.now().getTime() - limits.diagnosticsFor))
    .execute()
}

async function step(tx: Transaction<Schema>, deps: UpkeepDeps, claimed: Claimed): Promise<void> {
  const row = await store.lockTicket(tx, { account: claimed.account_id, id: claimed.id })
  if (row?.due_at?.getTime() !== claimed.due_at.getTime()) return
  if (row.state === 'closed') return remove(tx, deps, row)
  const event = row.state === 'solved' ? 'close' : 'silence'
  const after = await moveTicket(tx, deps, row, { event })
  if (after !== null && event === 'silence') await notifySolved(txOf(tx), after, true, deps.clock.now())
}

async function remove(tx: Transaction<Schema>, { clock }: UpkeepDeps, row: store.TicketRow): Promise<void> {
  for (const id of await store.messageIdsOf(tx, row)) {
    await scheduleDeletion(txOf(tx), row.account_id, store.uploadSubject(id), clock.now())
  }
  await store.deleteTicket(tx, row)
}

export const ticketLoop = (deps: UpkeepDeps): Loop => ({
  name: 'tickets',
  every: MINUTE,
  run: () => keepTicketsUp(deps),
  backlog: () => due.backlog(alone(deps.pool), deps.clock.now()),
})
