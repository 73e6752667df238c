import type { MessageId, TicketId } from '@hongyan/contract/ids'
import type { TicketCategory, TicketState } from '@hongyan/contract/vocabulary/support'
import { wordsOf } from './words.ts'

export interface OpenTicket {
  readonly id: TicketId
  readonly no: number
  readonly subject: string
  readonly state: TicketState
  readonly category: TicketCategory
  readonly message_ids: readonly MessageId[]
}

interface Draft {
  readonly category: TicketCategory
  readonly subject: string
  readonly messageIds: readonly MessageId[]
}

/** Subjects are alike from this share of common words on. */
const ALIKE = 0.5

/** The share of the words of two subjects that both have. */
function likeness(one: string, other: string): number {
  const [mine, theirs] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  const common = [...mine].filter((word) => theirs.has(word)).length
  const all = mine.size + theirs.size - common
  return all === 0 ? 0 : common / all
}

/** True for a ticket about one of the same messages, or of the same category with a similar subject. */
export const isAlike = (ticket: OpenTicket, { category, subject, messageIds }: Draft): boolean =>
  ticket.message_ids.some((id) => messageIds.includes(id)) ||
  (ticket.category === category && likeness(ticket.subject, subject) >= ALIKE)
