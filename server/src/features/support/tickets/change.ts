import type { tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { move, type TicketEvent } from './course.ts'
import type { MessageDeps, TicketDeps } from './deps.ts'
import { addMessage } from './messages.ts'
import { readTicket } from './present.ts'
import { replyDueAt } from './reply-goal.ts'
import * as store from './store.ts'

type Reply = z.output<typeof tickets.reply.body>
type Change = z.output<typeof tickets.update.body>

/** Adds a message of the owner, once for a repeated call. */
export async function replyToTicket(
  deps: TicketDeps,
  key: store.TicketKey,
  message: Reply,
  call: CallKey,
): Promise<void> {
  if (call.earlier !== null) return
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await store.lockTicket(tx, key)
    if (ticket === null) throw new Refusal('not_found')
    await addMessage(tx, deps, ticket, { ...message, author: 'owner', way: 'console' })
    await call.name(txOf(tx), key.id)
  })
}

/**
 * Solves a ticket for its owner, or reopens a solved one. Throws `ticket_closed`, and `state_conflict` with the current
 * ticket for another version or a state that does not allow it.
 */
export async function changeState(deps: TicketDeps, key: store.TicketKey, { version, state }: Change): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await store.lockTicket(tx, key)
    if (ticket === null) throw new Refusal('not_found')
    if (ticket.state === 'closed') throw new Refusal('ticket_closed')
    const event = state === 'solved' ? 'solve' : 'reopen'
    const moved = ticket.version === version ? await moveTicket(tx, deps, ticket, { event }) : null
    if (moved !== null) return
    throw new Refusal('state_conflict', { details: { current: await readTicket(deps, key) } })
  })
}

/** Moves a locked ticket without a message; null where its state does not allow the event. */
export async function moveTicket(
  tx: Transaction<Schema>,
  { clock, hours }: MessageDeps,
  ticket: store.TicketRow,
  { event, by = null }: { readonly event: TicketEvent; readonly by?: string | null },
): Promise<store.TicketRow | null> {
  const at = clock.now()
  const partition = await store.partitionOf(tx, ticket.account_id)
  const moved = move(ticket, event, at, (from) => replyDueAt(hours[partition], ticket.priority, from))
  if (moved === null) return null
  const { step, ...change } = moved
  if (step !== null) await store.addStep(tx, ticket, { step, at, by })
  return store.updateTicket(tx, ticket, change)
}
