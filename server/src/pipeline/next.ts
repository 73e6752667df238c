import { MessageStatus as S, type MessageStatus } from '@hongyan/contract/vocabulary/message'

/** How far along each status is (semantics D1). On every path this never falls. */
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

/** Every change of state there is (semantics D1); this table alone is the guard. */
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

export type Money = 'held' | 'posted' | 'voided'

/** A message as facts find it. */
export interface State {
  readonly status: MessageStatus
  readonly parts: number
  readonly partsDelivered: number
  readonly money: Money
  readonly payForDelivered: boolean
}

/** One thing that was learnt of a message. */
export interface Fact {
  readonly status: MessageStatus
  /** The part it speaks of, from 1; 0 for the whole message. */
  readonly part: number
  /** It shows that an upstream had the message: an accepted submit, a receipt, a query that found it. */
  readonly evidence: boolean
  /** The same fact was known before. */
  readonly known: boolean
  /** Nothing more is expected: unknown past its time (semantics D5). */
  readonly givenUp?: boolean
}

export interface Step {
  readonly state: State
  /** Whether the status moved, or a part of it. */
  readonly applied: boolean
}

/** What a fact makes of a message: a new status where the table allows it, and money by evidence (semantics D1, D5). */
export function next(state: State, fact: Fact): Step {
  if (fact.known) return { state, applied: false }
  const { status, partsDelivered } = merged(state, fact)
  const moved = status !== state.status && changes[state.status].includes(status)
  const reached = moved ? status : state.status
  const counted = partsDelivered !== state.partsDelivered && isOpen(state.status)
  const after = { ...state, status: reached, partsDelivered: counted ? partsDelivered : state.partsDelivered }
  return { state: { ...after, money: moneyAfter(after, fact) }, applied: moved || counted }
}

const FAILURES: readonly MessageStatus[] = [S.Undelivered, S.Rejected, S.Failed, S.Expired]

/** Whether receipts may still change the message. */
export const isOpen = (status: MessageStatus): boolean => rank[status] < rank[S.Delivered]

/** Delivered when all parts are; one part's definite failure is the whole message's "undelivered" (semantics D1, "Parts"). */
function merged(state: State, { status, part }: Fact): { status: MessageStatus; partsDelivered: number } {
  if (part === 0) return { status, partsDelivered: status === S.Delivered ? state.parts : state.partsDelivered }
  if (status === S.Delivered) {
    const partsDelivered = state.partsDelivered + 1
    return { status: partsDelivered >= state.parts ? S.Delivered : state.status, partsDelivered }
  }
  const failed = FAILURES.includes(status) && state.parts > 1
  return { status: failed ? S.Undelivered : status, partsDelivered: state.partsDelivered }
}

/** Money follows evidence, not status, and moves once (semantics D5). */
function moneyAfter(state: State, { evidence, givenUp = false }: Fact): Money {
  if (state.money !== 'held') return state.money
  if (state.payForDelivered) {
    if (state.status === S.Delivered || state.status === S.Read) return 'posted'
    return givenUp || !isOpen(state.status) ? 'voided' : 'held'
  }
  if (evidence) return 'posted'
  return givenUp || !isOpen(state.status) ? 'voided' : 'held'
}
