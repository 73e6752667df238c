import { HOUR } from '@hongyan/contract/durations'
import { type AccountId, TicketMessageId, type UploadId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import type { TicketAuthor, TicketWay } from '@hongyan/contract/vocabulary/support'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal, secondsUntil } from '../../../kit/refusal.ts'
import { claimUploads } from '../../../uploads/claims.ts'
import { move, type TicketEvent } from './course.ts'
import type { MessageDeps } from './deps.ts'
import { notifyReplied } from './notices.ts'
import { replyDueAt } from './reply-goal.ts'
import * as store from './store.ts'

export interface NewMessage {
  readonly author: TicketAuthor
  readonly way: TicketWay
  readonly text: string
  /** The name of the person of support. */
  readonly by?: string
  /** The id of the email that it came by. */
  readonly mailId?: string
  readonly attachments?: readonly UploadId[]
  /** Support takes the ticket as solved with this message. */
  readonly solves?: boolean
}

/**
 * Adds a message to a ticket that the caller locked by `lockTicket`, moves the ticket, and notifies the owner of a reply
 * of support. Throws `ticket_closed`; for a message of the owner also `too_many_replies`, and `upload_unavailable` for an
 * attachment that another record has or that is gone.
 */
export async function addMessage(
  tx: Transaction<Schema>,
  deps: MessageDeps,
  ticket: store.TicketRow,
  message: NewMessage,
): Promise<store.TicketRow> {
  const at = deps.clock.now()
  const { author, solves = false } = message
  const partition = await store.partitionOf(tx, ticket.account_id)
  const dueOf = (from: Date) => replyDueAt(deps.hours[partition], ticket.priority, from)
  const moved = move(ticket, eventOf(author, solves), at, dueOf)
  if (moved === null) throw new Refusal('ticket_closed')
  if (author === 'owner') await requireRoom(tx, ticket, at)
  await writeMessage(tx, ticket, message, at)
  const { step, ...change } = moved
  if (step !== null) await store.addStep(tx, ticket, { step, at, by: message.by ?? null })
  const after = await store.updateTicket(tx, ticket, {
    ...change,
    messages: ticket.messages + 1,
    ...(author === 'support' && { replied_at: ticket.replied_at ?? at }),
  })
  if (author === 'support') await notifyReplied(txOf(tx), after, message.text, at)
  return after
}

/** A solving message to a ticket that is solved already starts its last clock anew. */
function eventOf(author: TicketAuthor, solves: boolean): TicketEvent {
  if (author === 'owner') return 'owner_writes'
  return solves ? 'support_solves' : 'support_replies'
}

/** Writes a message with its attachments, and changes nothing else of its ticket. */
export async function writeMessage(
  tx: Transaction<Schema>,
  { account_id, id: ticket_id }: Pick<store.TicketRow, 'account_id' | 'id'>,
  { author, way, text, by, mailId, attachments = [] }: NewMessage,
  at: Date,
): Promise<void> {
  const id = TicketMessageId.parse(uuidv7(at))
  await store.insertMessage(tx, {
    account_id,
    ticket_id,
    id,
    at,
    author,
    way,
    by: by ?? null,
    text,
    mail_id: mailId ?? null,
  })
  const claim = { purpose: 'attachment', subject: store.uploadSubject(id), field: 'attachments' } as const
  if (attachments.length > 0) await claimUploads(txOf(tx), { ...claim, account: account_id, ids: attachments })
}

/** Refuses a message beyond those of a ticket, or of an hour, whose moments the account's lock keeps still. */
async function requireRoom(tx: Transaction<Schema>, ticket: store.TicketRow, at: Date): Promise<void> {
  if (ticket.messages >= limits.messages) throw new Refusal('too_many_replies')
  const eldest = await nthNewest(tx, ticket.account_id, limits.repliesPerHour)
  const free = eldest === null ? null : new Date(eldest.getTime() + HOUR)
  if (free !== null && free > at) throw new Refusal('too_many_replies', { retryAfter: secondsUntil(free, at) })
}

/** The moment of an owner's message so many back from the newest; null where there are fewer. */
async function nthNewest(tx: Transaction<Schema>, account: AccountId, place: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('ticket_message')
    .select('at')
    .where('account_id', '=', account)
    .where('author', '=', sql.lit('owner'))
    .orderBy('at', 'desc')
    .offset(place - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}
