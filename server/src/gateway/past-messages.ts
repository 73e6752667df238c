import { SECOND } from '@hongyan/contract/durations'
import { micros } from '@hongyan/contract/money'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { ledger } from '../ledger/ledger.ts'
import { collectChanges } from '../webhooks/collect.ts'
import { type AdmitRequest, newMessage } from './admission.ts'
import { accept, newMessageIds } from './accepted.ts'
import { insertSends } from './broadcast-sends.ts'
import { countAccepted } from './daily.ts'
import { insertNewEvents } from './events.ts'
import { NO_UPSTREAM, ownFact, type PlacedFact, placeOwn } from './facts.ts'
import type { MessageState } from './messages.ts'
import { insertMessages, isHeld, type NewMessage } from './new-messages.ts'
import { outcomeOf } from './outcome.ts'
import { countPast, LATENCY, REJECTED, type PastEnd } from './past-figures.ts'
import { countSenders } from './sender-days.ts'
import { writeOutcomes } from './settle.ts'

/** Requests of one account that were accepted at one moment of the past, and how each recipient's message ended. */
export interface PastBatch {
  readonly requests: readonly (AdmitRequest & { readonly ends: readonly PastEnd[] })[]
  readonly at: Date
  /** The code of the product's own channel. */
  readonly upstream: string
  /** False where the bodies of that day are no longer kept. */
  readonly hasBodies: boolean
}

/** The time between acceptance and receipt, of messages in turn: most are quick, few are slow. */
const TAKEN = [1.3, 1.9, 1.3, 2.6, 1.3, 1.9, 4.1, 1.3, 2.6, 1.9, 1.3, 9.4].map((seconds) => seconds * SECOND)
const takenBy = (place: number): number => TAKEN[place % TAKEN.length] ?? 0

const NO_EVENTS: ReadonlySet<string> = new Set()

/**
 * Writes messages that were accepted and ended in the past, as admission and settlement would have: rows, events, hold,
 * post and void, the recipients of a broadcast, and the figures of their day. They leave no outbox row and no hand-over. Fails where the account's
 * funds did not cover them.
 */
export async function writePastMessages(tx: Tx, { requests, at, upstream, hasBodies }: PastBatch): Promise<void> {
  const holdEntry = uuidv7(at)
  const around = { now: at, holdEntry, standard: upstream, reserve: () => null }
  const accepted = requests.map((request) => {
    const rows = accept(request, { ...around, ids: newMessageIds(request, at), hashKey: request.hashKey })
    return { ...rows, ends: request.ends }
  })
  await insertSends(
    tx,
    accepted.flatMap(({ sends }) => sends),
    at,
  )
  const ended = accepted.flatMap(({ messages, ends }) =>
    messages.map((message, place) => ({ message, end: ends[place] ?? 'delivered' })),
  )
  const [first] = ended
  if (first === undefined) return
  const messages = ended.map(({ message }) => message)
  // A refused recipient has a message without money and without an upstream.
  const sent = ended.filter(({ message }) => isHeld(message))
  const held = messages.filter(isHeld)
  const refused = messages.filter(({ holdEntry: hold }) => hold === null)
  const amount = micros(messages.reduce((sum, { price }) => sum + price, 0n))
  const codesOnly = messages.every(({ scene }) => scene === MessageScene.Verification)
  const hold = { id: holdEntry, account: first.message.account, amount, count: sent.length, codesOnly }
  const endAfter = (taken: number): Promise<unknown> => {
    const done = new Date(at.getTime() + taken)
    const those = sent.filter((_, place) => takenBy(place) === taken)
    const facts = new Map(those.map(({ message, end }) => [message.id, factsOf(message, end)]))
    const outcomes = new Map(
      those.map(({ message }) => [
        message.id,
        outcomeOf(acceptedState(message, at), facts.get(message.id) ?? [], NO_EVENTS, done),
      ]),
    )
    return writeOutcomes(tx, facts, outcomes, insertNewEvents, done)
  }
  await Promise.all([
    insertMessages(tx, messages, at, { hasBodies }),
    collectChanges(tx, refused.map(newMessage), at),
    ledger.holdCovered(tx, [hold], at),
    countAccepted(tx, held, at),
    countSenders(tx, held, at),
    countPast(tx, sent, upstream, at),
    ...[...new Set(sent.map((_, place) => takenBy(place)))].map(endAfter),
  ])
}

/** The result of the submission, and the receipt. */
function factsOf(message: NewMessage, end: PastEnd): readonly PlacedFact[] {
  if (end === 'cancelled') {
    return [placeOwn({ ...ownFact(NO_UPSTREAM, message, MessageStatus.Rejected), error: 'cancelled' })]
  }
  const fact = {
    ...ownFact(message.upstream ?? NO_UPSTREAM, message, MessageStatus.Sent),
    attempt: 1,
    latency: LATENCY,
  }
  if (end === 'refused')
    return [placeOwn({ ...fact, status: MessageStatus.Rejected, error: 'upstream_refused', upstreamCode: REJECTED })]
  const sent = placeOwn({ ...fact, evidence: true })
  return [sent, { ...sent, attempt: 0, latency: null, ...receipts[end] }]
}

const receipts = {
  delivered: { status: MessageStatus.Delivered, upstreamCode: 'DELIVRD', error: null },
  undelivered: { status: MessageStatus.Undelivered, upstreamCode: 'UNDELIV', error: 'undelivered' },
  blocked: { status: MessageStatus.Failed, upstreamCode: 'BLOCKED', error: 'blocked_by_carrier' },
  expired: { status: MessageStatus.Expired, upstreamCode: 'EXPIRED', error: 'expired' },
} as const

const acceptedState = (message: NewMessage, acceptedAt: Date): MessageState => ({
  account: message.account,
  id: message.id,
  status: message.status,
  parts: message.parts,
  partsDelivered: 0,
  price: message.price,
  payForDelivered: message.payForDelivered,
  settled: false,
  events: 0,
  acceptedAt,
})
