import { support as limits } from '@hongyan/contract/limits/support'
import type { TicketState, TicketStep } from '@hongyan/contract/vocabulary/support'

/** The events that move a ticket through its states (screens S13). */
export type TicketEvent =
  | 'owner_writes'
  | 'support_replies'
  | 'support_solves'
  | 'solve'
  | 'reopen'
  | 'silence'
  | 'close'

type Moves = Partial<Readonly<Record<TicketState, TicketState>>>

/** The next state by event and state. An event that a state does not allow has none. */
const course: Readonly<Record<TicketEvent, Moves>> = {
  owner_writes: {
    new: 'new',
    waiting_for_us: 'waiting_for_us',
    waiting_for_you: 'waiting_for_us',
    solved: 'waiting_for_us',
  },
  support_replies: {
    new: 'waiting_for_you',
    waiting_for_us: 'waiting_for_you',
    waiting_for_you: 'waiting_for_you',
    solved: 'waiting_for_you',
  },
  support_solves: { new: 'solved', waiting_for_us: 'solved', waiting_for_you: 'solved', solved: 'solved' },
  solve: { new: 'solved', waiting_for_us: 'solved', waiting_for_you: 'solved' },
  reopen: { solved: 'waiting_for_us' },
  silence: { waiting_for_you: 'solved' },
  close: { solved: 'closed' },
}

/** The part of a ticket that its course depends on. */
export interface Standing {
  readonly state: TicketState
  /** The moment by which support aims to reply; null where it is not support's turn. */
  readonly reply_due_at: Date | null
}

/** The changes that an event makes. */
export interface Move {
  readonly state: TicketState
  readonly reply_due_at: Date | null
  /** The moment of the next step that the ticket's age brings; null where none comes. */
  readonly due_at: Date | null
  readonly updated_at: Date
  /** The step that the ticket's history shows; null where only a message moved it. */
  readonly step: TicketStep | null
}

/** The moment by which support aims to reply to a ticket whose turn of support begins at a moment. */
export type ReplyDue = (from: Date) => Date

/**
 * Moves a ticket by an event at a moment; null where its state does not allow the event. While it stays support's turn,
 * the moment of the reply stays too.
 */
export function move({ state, reply_due_at }: Standing, event: TicketEvent, at: Date, replyDue: ReplyDue): Move | null {
  const after = course[event][state]
  if (after === undefined) return null
  return {
    state: after,
    reply_due_at: isTurnOfSupport(after) ? (reply_due_at ?? replyDue(at)) : null,
    due_at: nextStepAt(after, at),
    updated_at: at,
    step: stepOf(event, state, after),
  }
}

/** True in the states in which the owner waits for support. */
export const isTurnOfSupport = (state: TicketState): boolean => state === 'new' || state === 'waiting_for_us'

const clocks: Partial<Readonly<Record<TicketState, number>>> = {
  waiting_for_you: limits.solvedAfter,
  solved: limits.closedAfter,
  closed: limits.deletedAfter,
}

/** The moment at which the age of a state brings the next step: solved, closed, deleted. */
function nextStepAt(state: TicketState, at: Date): Date | null {
  const after = clocks[state]
  return after === undefined ? null : new Date(at.getTime() + after)
}

function stepOf(event: TicketEvent, before: TicketState, after: TicketState): TicketStep | null {
  if (event === 'silence') return 'silence'
  if (after === before) return null
  if (after === 'solved' || after === 'closed') return after
  return before === 'solved' ? 'reopened' : null
}
