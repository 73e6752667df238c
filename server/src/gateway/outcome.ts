import type { ErrorCode } from '@hongyan/contract/errors'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { isOpen, type Money, next, type State } from '../pipeline/next.ts'
import { eventKey, MAX_EVENTS, type MessageEvent } from './events.ts'
import type { PlacedFact } from './facts.ts'
import { DOUBT, type MessageChange, type MessageState } from './messages.ts'

/**
 * The effect of facts on one message: the new row, the events to append, the money to move, and the delivery to count.
 */
export interface MessageOutcome {
  readonly before: MessageState
  readonly changed: MessageChange
  readonly events: readonly MessageEvent[]
  readonly money: Money | null
  readonly arrived: boolean
  /** Its hand-over is over, so its outbox row may go. */
  readonly finished: boolean
  /** Its outcome is unknown, so the gateway queries the upstream for it. */
  readonly doubtful: boolean
}

/** The largest count of events that the column holds. */
const MAX_EVENT_COUNT = 32_767

const ARRIVED: readonly MessageStatus[] = [MessageStatus.Delivered, MessageStatus.Read]

/** Stored statuses under which a message still has its outbox row. */
const IN_OUTBOX: readonly MessageStatus[] = [MessageStatus.Accepted, MessageStatus.Unknown]

/** True where the hand-over has ended. Of an unknown message it ends with evidence, or when the message is given up. */
const isFinished = (status: MessageStatus, facts: readonly PlacedFact[]): boolean =>
  status === MessageStatus.Unknown
    ? facts.some(({ evidence, givenUp }) => evidence || givenUp)
    : status !== MessageStatus.Sending

/**
 * The row stays `Accepted` until the outcome is known. A fact shows that the message was submitted, which is `Sending`.
 */
const effective = (status: MessageStatus): MessageStatus =>
  status === MessageStatus.Accepted ? MessageStatus.Sending : status

/**
 * Applies facts to a message in the order of their arrival. `known` contains the keys of the events that the message
 * already has: a fact with such a key is a repeat, which is counted and changes nothing.
 */
export function outcomeOf(
  before: MessageState,
  facts: readonly PlacedFact[],
  known: ReadonlySet<string>,
  now: Date,
): MessageOutcome {
  let state: State = {
    status: effective(before.status),
    parts: before.parts,
    partsDelivered: before.partsDelivered,
    money: before.settled ? 'posted' : 'held',
    payForDelivered: before.payForDelivered,
  }
  const events = new Map<string, MessageEvent>()
  // Most messages have one fact at a time and none before it, which no key needs to tell from others.
  const keyOf = facts.length > 1 || known.size > 0 ? eventKey : () => ''
  let added = 0
  let error: ErrorCode | null = null
  let upstreamCode: string | null = null
  for (const fact of facts) {
    const key = keyOf(fact)
    const earlier = events.get(key)
    const repeated = known.has(key) || earlier !== undefined
    const { status, part, evidence, givenUp, late } = fact
    const step = next(state, { status, part, evidence, givenUp, late, known: repeated && !givenUp })
    if (earlier !== undefined) events.set(key, { ...earlier, repeats: earlier.repeats + 1 })
    else if (known.has(key) || step.applied || before.events + added < MAX_EVENTS) {
      events.set(key, eventOf(fact, step.applied, now))
    }
    if (!repeated) added += 1
    // An ignored fact does not explain how the message ended.
    if (step.applied) {
      if (error === null || (error === DOUBT && step.state.status !== MessageStatus.Unknown)) error = fact.error
      upstreamCode ??= fact.upstreamCode
    }
    state = step.state
  }
  const done = !isOpen(state.status)
  return {
    before,
    events: [...events.values()],
    money: before.settled || state.money === 'held' ? null : state.money,
    arrived: ARRIVED.includes(state.status) && !ARRIVED.includes(before.status),
    finished: IN_OUTBOX.includes(before.status) && isFinished(state.status, facts),
    doubtful: state.status === MessageStatus.Unknown && !isFinished(state.status, facts),
    changed: {
      status: state.status === MessageStatus.Sending ? before.status : state.status,
      partsDelivered: state.partsDelivered,
      events: Math.min(before.events + added, MAX_EVENT_COUNT),
      error,
      upstreamCode,
      sentAt: state.status === MessageStatus.Sent || facts.some(({ evidence }) => evidence) ? now : null,
      doneAt: done ? now : null,
    },
  }
}

/** Field by field: a spread costs several times as much (decision 0177). */
const eventOf = (fact: PlacedFact, applied: boolean, at: Date): MessageEvent => ({
  account: fact.account,
  message: fact.message,
  upstream: fact.upstream,
  remoteId: fact.remoteId,
  part: fact.part,
  status: fact.status,
  applied,
  at,
  error: fact.error,
  upstreamCode: fact.upstreamCode,
  attempt: fact.attempt,
  latency: fact.latency,
  repeats: 0,
})

/** The row that an outcome leaves behind. */
export const stateAfter = ({ before, changed, money }: MessageOutcome): MessageState => ({
  account: before.account,
  id: before.id,
  status: changed.status,
  parts: before.parts,
  partsDelivered: changed.partsDelivered,
  price: before.price,
  payForDelivered: before.payForDelivered,
  settled: before.settled || money !== null,
  events: changed.events,
  acceptedAt: before.acceptedAt,
})
