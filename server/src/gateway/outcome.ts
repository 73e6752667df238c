import type { ErrorCode } from '@hongyan/contract/errors'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { isOpen, type Money, next, type State } from '../pipeline/next.ts'
import { eventKey, MAX_EVENTS, type MessageEvent } from './events.ts'
import type { PlacedFact } from './facts.ts'
import type { ChangedMessage, LockedMessage } from './messages.ts'

/** What some facts made of one message: its new row, the events to append, where its money went, and whether it arrived. */
export interface MessageOutcome {
  readonly before: LockedMessage
  readonly changed: Omit<ChangedMessage, 'settleEntry'>
  readonly events: readonly MessageEvent[]
  readonly money: Money | null
  readonly arrived: boolean
  /** Nothing is left to do for it: its outbox row may go. */
  readonly finished: boolean
  /** It has come to its end, or nobody waits for one any more. */
  readonly over: boolean
}

const ARRIVED: readonly MessageStatus[] = [MessageStatus.Delivered, MessageStatus.Read]

/** Statuses under which a message still has its outbox row. */
const WAITING: readonly MessageStatus[] = [MessageStatus.Accepted, MessageStatus.Unknown]

/** A message of unknown outcome is asked for until something is known of it, or it is given up. */
const isFinished = (status: MessageStatus, facts: readonly PlacedFact[]): boolean =>
  status === MessageStatus.Unknown
    ? facts.some(({ evidence, givenUp }) => evidence || givenUp)
    : status !== MessageStatus.Sending

/** 1 and 2 are told by the outbox; a fact from an upstream finds such a message on its way. */
const effective = (status: MessageStatus): MessageStatus =>
  status === MessageStatus.Accepted ? MessageStatus.Sending : status

/** Applies facts to a locked message in the order they came. `known` holds the keys of facts appended before. */
export function outcomeOf(
  before: LockedMessage,
  facts: readonly PlacedFact[],
  known: ReadonlySet<string>,
  now: Date,
): MessageOutcome {
  const start: State = {
    status: effective(before.status),
    parts: before.parts,
    partsDelivered: before.partsDelivered,
    money: before.settled ? 'posted' : 'held',
    payForDelivered: before.payForDelivered,
  }
  const seen = new Set(known)
  const events: MessageEvent[] = []
  let state = start
  let error: ErrorCode | null = null
  let upstreamCode: string | null = null
  for (const fact of facts) {
    const key = eventKey(fact)
    if (seen.has(key) && !fact.givenUp) continue
    seen.add(key)
    const step = next(state, { ...fact, known: false })
    events.push({ ...fact, applied: step.applied, at: now })
    // What is ignored says nothing of how the message ended.
    if (step.applied) {
      error ??= fact.error
      upstreamCode ??= fact.upstreamCode
    }
    state = step.state
  }
  const kept = events.slice(0, Math.max(0, MAX_EVENTS - before.events))
  const done = !isOpen(state.status)
  return {
    before,
    events: kept,
    money: before.settled || state.money === 'held' ? null : state.money,
    arrived: ARRIVED.includes(state.status) && !ARRIVED.includes(before.status),
    over: done || facts.some(({ givenUp }) => givenUp),
    finished: WAITING.includes(before.status) && isFinished(state.status, facts),
    changed: {
      account: before.account,
      id: before.id,
      status: state.status === MessageStatus.Sending ? before.status : state.status,
      partsDelivered: state.partsDelivered,
      events: before.events + events.length,
      error,
      upstreamCode,
      sentAt: state.status === MessageStatus.Sent || facts.some(({ evidence }) => evidence) ? now : null,
      doneAt: done ? now : null,
    },
  }
}
