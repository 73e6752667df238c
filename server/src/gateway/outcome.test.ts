import { AccountId, MessageId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { eventKey, MAX_EVENTS } from './events.ts'
import type { PlacedFact } from './facts.ts'
import type { MessageState } from './messages.ts'
import { outcomeOf } from './outcome.ts'

const now = new Date('2026-11-20T09:00:00Z')
const message: MessageState = {
  account: AccountId.parse('00000000-0000-0000-0000-000000000001'),
  id: MessageId.parse('0199a000-0000-7000-8000-000000000001'),
  status: MessageStatus.Accepted,
  parts: 1,
  partsDelivered: 0,
  price: micros(8_500n),
  payForDelivered: false,
  settled: false,
  events: 0,
  acceptedAt: now,
}
const fact = (change: Partial<PlacedFact>): PlacedFact => ({
  account: message.account,
  message: message.id,
  upstream: 'sandbox',
  remoteId: 'r1',
  part: 0,
  status: MessageStatus.Sent,
  evidence: true,
  givenUp: false,
  late: false,
  error: null,
  upstreamCode: null,
  attempt: 0,
  latency: null,
  before: null,
  handovers: [],
  toLast4: '0100',
  ...change,
})
const outcome = (before: MessageState, ...facts: PlacedFact[]) => outcomeOf(before, facts, new Set(), now)

test('an accepted submit sends, posts and takes the message out of the outbox', () => {
  expect(outcome(message, fact({}))).toMatchObject({
    changed: { status: MessageStatus.Sent, sentAt: now, doneAt: null },
    money: 'posted',
    arrived: false,
    finished: true,
  })
})

test('submit reply and receipt in one batch end in delivered, posted once', () => {
  const both = outcome(message, fact({}), fact({ status: MessageStatus.Delivered, part: 1 }))
  expect(both).toMatchObject({
    changed: { status: MessageStatus.Delivered, doneAt: now },
    money: 'posted',
    arrived: true,
  })
  expect(both.events.map(({ applied }) => applied)).toEqual([true, true])
})

test('a later receipt of a finished message is kept as ignored and moves nothing', () => {
  const done = { ...message, status: MessageStatus.Delivered, settled: true, events: 2 }
  const late = outcome(done, fact({ status: MessageStatus.Undelivered, part: 1, error: 'undelivered' }))
  expect(late).toMatchObject({
    changed: { status: MessageStatus.Delivered },
    money: null,
    arrived: false,
    finished: false,
  })
  expect(late.events).toMatchObject([{ applied: false }])
})

test('read after delivered does not arrive twice', () => {
  const done = { ...message, status: MessageStatus.Delivered, settled: true }
  expect(outcome(done, fact({ status: MessageStatus.Read, part: 1 }))).toMatchObject({
    changed: { status: MessageStatus.Read },
    arrived: false,
  })
})

test('an unknown outcome stays in the outbox until something is known of it', () => {
  const unknown = fact({ status: MessageStatus.Unknown, evidence: false, remoteId: '' })
  expect(outcome(message, unknown)).toMatchObject({ finished: false, money: null })
  const before = { ...message, status: MessageStatus.Unknown }
  expect(outcome(before, { ...unknown, evidence: true })).toMatchObject({ finished: true, money: 'posted' })
  expect(outcome(before, { ...unknown, givenUp: true })).toMatchObject({ finished: true, money: 'voided' })
})

test('after fifty facts further ones that change nothing are only counted', () => {
  const before = { ...message, status: MessageStatus.Delivered, settled: true, events: MAX_EVENTS - 1 }
  const two = outcome(before, fact({ remoteId: 'a' }), fact({ remoteId: 'b' }))
  expect(two.events).toHaveLength(1)
  expect(two.changed.events).toBe(MAX_EVENTS + 1)
})

test('the fact that ends a message is kept, however many came before', () => {
  const before = { ...message, status: MessageStatus.Sent, settled: true, events: MAX_EVENTS }
  const ended = outcome(before, fact({ status: MessageStatus.Delivered, part: 1 }))
  expect(ended.events).toMatchObject([{ status: MessageStatus.Delivered, applied: true }])
})

test('a fact that comes sixty times is one event with its repeats', () => {
  const parts = { ...message, parts: 3, payForDelivered: true }
  const again = Array.from({ length: 60 }, () => fact({ status: MessageStatus.Delivered, part: 1, remoteId: 'a' }))
  const once = outcome(parts, ...again)
  expect(once.events).toMatchObject([{ repeats: 59 }])
  expect(once.changed).toMatchObject({ events: 1, partsDelivered: 1 })
})

test('a repeat of a stored event is counted there, and neither applied nor counted as a further fact', () => {
  const again = fact({ status: MessageStatus.Sent, part: 1 })
  const stored = new Set([eventKey({ ...again, message: message.id })])
  const before = { ...message, status: MessageStatus.Sent, settled: true, events: 2 }
  const repeated = outcomeOf(before, [again], stored, now)
  expect(repeated.events).toMatchObject([{ applied: false, repeats: 0 }])
  expect(repeated.changed.events).toBe(2)
})

test('an ignored fact does not explain how the message ended', () => {
  const delivered = fact({ status: MessageStatus.Delivered, part: 1 })
  const late = fact({ status: MessageStatus.Undelivered, part: 1, error: 'undelivered', upstreamCode: 'UNDELIV' })
  expect(outcome(message, delivered, late).changed).toMatchObject({ status: MessageStatus.Delivered, error: null })
})

test('a fact that resolves a doubt of the same batch takes its error away or replaces it', () => {
  const doubt = fact({ status: MessageStatus.Unknown, evidence: false, remoteId: '', error: 'outcome_unknown' })
  const delivered = fact({ status: MessageStatus.Delivered, part: 1 })
  const undelivered = fact({ status: MessageStatus.Undelivered, part: 1, error: 'undelivered' })
  const errorOf = (...facts: PlacedFact[]) => outcome({ ...message, parts: 2 }, doubt, ...facts).changed.error
  expect(errorOf(delivered)).toBe('outcome_unknown')
  expect(errorOf(delivered, { ...delivered, part: 2 })).toBeNull()
  expect(errorOf(undelivered)).toBe('undelivered')
})

test('the upstream is queried for a message of unknown outcome until it is given up', () => {
  const unknown = fact({ status: MessageStatus.Unknown, evidence: false, remoteId: '' })
  const before = { ...message, status: MessageStatus.Unknown }
  expect(outcome(before, unknown).doubtful).toBe(true)
  expect(outcome(before, { ...unknown, givenUp: true }).doubtful).toBe(false)
})
