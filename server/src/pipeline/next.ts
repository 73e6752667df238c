import { DAY } from '@hongyan/contract/durations'
import { MessageStatus as S, type MessageStatus } from '@hongyan/contract/vocabulary/message'

/** The progress that each status stands for (semantics D1). No change of status lowers it. */
export const rank: Readonly<Record<MessageStatus, number>> = {
  [S.Accepted]: 0,
  [S.Queued]: 1,
  [S.Sending]: 2,
  [S.Sent]: 3,
  [S.Unknown]: 4,
  [S.Delivered]: 5,
  [S.Undelivered]: 5,
  [S.Rejected]: 5,
  [S.Failed]: 5,
  [S.Expired]: 5,
  [S.Read]: 6,
  [S.Receiving]: 0,
  [S.Received]: 1,
}

const AFTER_HANDOVER = [S.Delivered, S.Undelivered, S.Rejected, S.Failed, S.Read, S.Expired] as const

/** All allowed changes of status (semantics D1). `next` checks a change against this table alone. */
export const changes: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  [S.Accepted]: [S.Queued, S.Rejected, S.Failed, S.Expired],
  [S.Queued]: [S.Sending, S.Rejected, S.Failed, S.Expired],
  [S.Sending]: [S.Sent, ...AFTER_HANDOVER, S.Unknown],
  [S.Sent]: [...AFTER_HANDOVER, S.Unknown],
  [S.Unknown]: AFTER_HANDOVER,
  [S.Delivered]: [S.Read],
  [S.Undelivered]: [],
  [S.Rejected]: [],
  [S.Failed]: [],
  [S.Read]: [],
  [S.Expired]: [],
  [S.Receiving]: [S.Received],
  [S.Received]: [],
}

/** Milliseconds after its hand-over within which a receipt still ends an unknown message (semantics D1). */
export const UNKNOWN_FOR = 7 * DAY

export type Money = 'held' | 'posted' | 'voided'

/** The state of a message that facts change. */
export interface State {
  readonly status: MessageStatus
  readonly parts: number
  readonly partsDelivered: number
  readonly money: Money
  readonly payForDelivered: boolean
}

/** A piece of information about a message, such as a receipt or the result of a submission. */
export interface Fact {
  readonly status: MessageStatus
  /** The part that it is about, counted from 1; 0 for the whole message. */
  readonly part: number
  /** It shows that an upstream had the message: an accepted submit, a receipt, a query that found it. */
  readonly evidence: boolean
  /** The same fact was known before. */
  readonly known: boolean
  /** It comes later after the hand-over than an unknown message waits. */
  readonly late?: boolean
  /** No further fact is expected: the message has been unknown for too long (semantics D5). */
  readonly givenUp?: boolean
}

export interface Step {
  readonly state: State
  /** True where the fact changed the status or the number of delivered parts. */
  readonly applied: boolean
}

/**
 * Applies a fact to a message: changes the status where the table allows it, and the money by evidence (semantics D1,
 * D5).
 */
export function next(state: State, fact: Fact): Step {
  if (fact.known) return { state, applied: false }
  if (fact.late === true && state.status === S.Unknown) return { state, applied: false }
  const { status, partsDelivered } = merged(state, fact)
  const moved = status !== state.status && changes[state.status].includes(status)
  const reached = moved ? status : state.status
  const counted = partsDelivered !== state.partsDelivered && isOpen(state.status)
  const after = { ...state, status: reached, partsDelivered: counted ? partsDelivered : state.partsDelivered }
  return { state: { ...after, money: moneyAfter(after, fact) }, applied: moved || counted }
}

const FAILURES: readonly MessageStatus[] = [S.Undelivered, S.Rejected, S.Failed, S.Expired]

/** True before the first final status. A delivered message is not open, though it may still become read. */
export const isOpen = (status: MessageStatus): boolean => rank[status] < rank[S.Delivered]

/**
 * Merges facts about parts: delivered when all parts are, undelivered when one of several definitely failed (semantics
 * D1).
 */
function merged(state: State, { status, part }: Fact): { status: MessageStatus; partsDelivered: number } {
  if (part === 0) return { status, partsDelivered: status === S.Delivered ? state.parts : state.partsDelivered }
  if (status === S.Delivered) {
    const partsDelivered = state.partsDelivered + 1
    return { status: partsDelivered >= state.parts ? S.Delivered : state.status, partsDelivered }
  }
  const failed = FAILURES.includes(status) && state.parts > 1
  return { status: failed ? S.Undelivered : status, partsDelivered: state.partsDelivered }
}

/**
 * Money moves once (semantics D5): it is posted on evidence, or on delivery for an account that pays for delivered
 * messages, and voided when the message ends without.
 */
function moneyAfter(state: State, { evidence, givenUp = false }: Fact): Money {
  if (state.money !== 'held') return state.money
  if (state.payForDelivered) {
    if (state.status === S.Delivered || state.status === S.Read) return 'posted'
    return givenUp || !isOpen(state.status) ? 'voided' : 'held'
  }
  if (evidence) return 'posted'
  return givenUp || !isOpen(state.status) ? 'voided' : 'held'
}
