import { HOUR, SECOND } from '@hongyan/contract/durations'
import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'

type Clocked = Pick<Ticket, 'state' | 'reply_due_at' | 'solves_at' | 'closes_at'>

/** The next moment of a ticket that matters to its owner. */
export type TicketClock =
  | { readonly kind: 'due'; readonly seconds: number }
  | { readonly kind: 'dueAt' | 'late' | 'solves' | 'reopens'; readonly at: string }

/** A reply that is due sooner is counted down; a later one has its time. */
const COUNTED_DOWN = 12 * HOUR

/** The clock of a ticket: when support replies, when silence solves it, or until when it reopens; null without one. */
export function clockOf(ticket: Clocked, now: Date): TicketClock | null {
  const { state, reply_due_at: due, solves_at: solves, closes_at: closes } = ticket
  if (state === 'closed') return null
  if (state === 'solved') return closes === null ? null : { kind: 'reopens', at: closes }
  if (state === 'waiting_for_you') return solves === null ? null : { kind: 'solves', at: solves }
  if (due === null) return null
  const left = Date.parse(due) - now.getTime()
  if (left <= 0) return { kind: 'late', at: due }
  return left <= COUNTED_DOWN ? { kind: 'due', seconds: Math.ceil(left / SECOND) } : { kind: 'dueAt', at: due }
}
