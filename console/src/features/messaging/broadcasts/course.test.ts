import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { expect, test } from 'vitest'
import {
  canPause,
  canResume,
  canStart,
  canStop,
  handedOver,
  isChangeable,
  isMoving,
  nextLook,
  shareOf,
  segmentsOf,
} from './course.ts'

const { Queued, Pending, Finished, Interrupt } = SendJobStatus
const now = new Date('2026-11-20T10:00:00Z')
const counts = { recipients: 10, waiting: 2, accepted: 0, sent: 1, delivered: 5, failed: 0, skipped: 2 }
const soon = '2026-11-20T10:04:00Z'
const later = '2026-11-20T10:05:00Z'

test.each([
  ['scheduled', { status: Queued, reason: null, starts_at: later }, ['start', 'remove']],
  ['about to start', { status: Queued, reason: null, starts_at: soon }, ['start', 'stop']],
  ['sending', { status: Pending, reason: null, starts_at: soon }, ['pause', 'stop']],
  ['paused', { status: Interrupt, reason: 'user', starts_at: soon }, ['resume', 'stop']],
  ['held for its balance', { status: Interrupt, reason: 'balance', starts_at: soon }, ['resume', 'stop']],
  ['stopped', { status: Interrupt, reason: 'stopped', starts_at: soon }, []],
  ['finished', { status: Finished, reason: null, starts_at: soon }, []],
] as const)('a broadcast that is %s offers what its state allows', (_, broadcast, offered) => {
  const acts = {
    start: canStart(broadcast),
    pause: canPause(broadcast),
    resume: canResume(broadcast),
    stop: canStop(broadcast, now),
    remove: isChangeable(broadcast, now),
  }
  expect(Object.entries(acts).flatMap(([act, isOffered]) => (isOffered ? [act] : []))).toEqual(offered)
})

const still = { ...counts, sent: 0 }

test('a broadcast moves while it sends, and afterwards until the last receipt', () => {
  expect(isMoving({ status: Pending, counts: still })).toBe(true)
  expect(isMoving({ status: Finished, counts })).toBe(true)
  expect(isMoving({ status: Finished, counts: still })).toBe(false)
})

test.each([
  ['finished', Finished],
  ['paused', Interrupt],
])('a %s broadcast moves while accepted messages wait for their hand-over', (_, status) => {
  expect(isMoving({ status, counts: { ...still, accepted: 2 } })).toBe(true)
  expect(isMoving({ status, counts: still })).toBe(false)
})

test('broadcasts are read again soon while one of them moves or its start is due, by its start while that is ahead, and once a minute at least', () => {
  const ended = { status: Finished, counts: still, time: 'at', starts_at: '2026-11-20T09:00:00Z' } as const
  const queuedFor = (starts_at: string) => ({ ...ended, status: Queued, starts_at })
  expect(nextLook([ended], now)).toBe(false)
  expect(nextLook([ended, { ...ended, status: Pending }], now)).toBe(2_000)
  expect(nextLook([queuedFor('2026-11-20T09:59:59Z')], now)).toBe(2_000)
  expect(nextLook([queuedFor('2026-11-20T10:00:30Z'), ended], now)).toBe(30_000)
  expect(nextLook([queuedFor('2026-12-20T10:00:00Z')], now)).toBe(60_000)
  // The server's clock decides when it starts, and the viewer's may be slow.
  expect(nextLook([{ ...queuedFor('2026-11-20T10:04:00Z'), time: 'now' }], now)).toBe(2_000)
})

test('the bar has a segment for each state that a recipient is in, and nothing for those who wait', () => {
  expect(segmentsOf(counts)).toEqual([
    { state: 'delivered', count: 5 },
    { state: 'sent', count: 1 },
    { state: 'skipped', count: 2 },
  ])
  expect(handedOver(counts)).toBe(6)
})

test('a share is not rounded up to a whole', () => {
  expect(shareOf(9_999, 10_000)).toBe(0.999)
  expect(shareOf(0, 0)).toBe(0)
})
