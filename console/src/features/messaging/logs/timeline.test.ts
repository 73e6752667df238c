import type { MessageDetail, MessageEvent } from '@hongyan/contract/endpoints/messaging/messages'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { expect, test } from 'vitest'
import { entriesOf } from './timeline.ts'

const at = (millis: number) => new Date(Date.UTC(2026, 10, 20) + millis).toISOString()
const event = (status: MessageStatus, millis: number, change: Partial<MessageEvent> = {}): MessageEvent => ({
  at: at(millis),
  source: 'hongyan',
  status,
  applied: true,
  part: null,
  attempt: null,
  latency: null,
  upstream: null,
  upstream_name: null,
  upstream_code: null,
  reason: null,
  move: null,
  limit: null,
  repeats: 0,
  ...change,
})

const id = '01a208a0-fa94-7440-a3f7-6d53d109b9b8'
const message = {
  request_id: id,
  credential: null,
  broadcast: null,
  accepted_at: at(0),
  hold: { id, at: at(0) },
  settle: { id, at: at(400) },
  upstream: 'one',
  upstream_name: null,
  route: { rule: { version: 1, id, name: 'Codes' }, skipped: [{ upstream: 'two', name: 'Two', reason: 'down' }] },
  money: 'charged',
} as unknown as MessageDetail // the parts that the timeline reads

const byId = (text: string) => text

test('a timeline runs from the acceptance through hold, route and attempts to the receipt, with the charge in its place', () => {
  const sent = event(MessageStatus.Sent, 300, { source: 'upstream', attempt: 1, upstream: 'one' })
  const late = event(MessageStatus.Undelivered, 900, { source: 'receipt', upstream: 'one', applied: false })
  const entries = entriesOf(message, [event(MessageStatus.Accepted, 0), late, sent], byId, 'en')
  expect(entries.map(({ title, tone }) => [title, tone])).toEqual([
    ['logs.accepted', 'open'],
    ['logs.held', 'idle'],
    ['logs.routed', 'idle'],
    ['logs.sent', 'idle'],
    ['logs.charged', 'idle'],
    ['logs.undelivered', 'idle'],
  ])
})

test('an attempt that the upstream put off did not come too late, and a receipt after the end did', () => {
  const putOff = event(MessageStatus.Sending, 200, { source: 'upstream', attempt: 1, upstream: 'one', applied: false })
  const late = event(MessageStatus.Undelivered, 900, { source: 'receipt', upstream: 'one', applied: false })
  const texts = entriesOf(message, [event(MessageStatus.Accepted, 0), putOff, late], byId, 'en').map(({ text }) => text)
  expect(texts.filter((text) => text.includes('logs.attempt'))).toEqual(['logs.attempt'])
  expect(texts.filter((text) => text.includes('logs.receipt'))).toEqual(['logs.receipt · logs.tooLate'])
})

test('the timeline of a refused message is its refusal alone', () => {
  const refused = { ...message, hold: null, settle: null, upstream: null, route: null } as MessageDetail
  const entries = entriesOf(refused, [event(MessageStatus.Rejected, 0)], byId, 'en')
  expect(entries.map(({ title }) => title)).toEqual(['logs.rejected'])
})

test('a message that moved was first routed to the channel that it left, and the product’s own channel has its name', () => {
  const say: typeof byId = (id, values?: object) => `${id} ${Object.values(values ?? {}).join(' ')}`
  const channel = '0'.repeat(32)
  const move = { from: channel, from_name: 'Two', rule: null, skipped: [] }
  const moved = event(MessageStatus.Accepted, 200, { source: 'upstream', upstream: 'sandbox', move })
  const entries = entriesOf(
    { ...message, upstream: 'sandbox', route: null },
    [event(MessageStatus.Accepted, 0), moved],
    say,
    'en',
  )
  expect(entries.filter(({ title }) => title === 'logs.routed').map(({ text }) => text)).toEqual([
    'Two',
    'logs.moved Two Hongyan Direct',
  ])
})
