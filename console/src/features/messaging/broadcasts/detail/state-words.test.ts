import type { BroadcastCounts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { interruptReasons } from '@hongyan/contract/vocabulary/broadcast'
import { expect, test } from 'vitest'
import { paths } from '../../../../lib/paths.ts'
import { stateWords } from './state-words.ts'

const now = new Date('2026-11-20T10:00:00Z')
const plan = { time: 'now', at: null, local: null, window: null, speed: null, canary: 200, stop_above: 8 } as const
const broadcast = {
  status: SendJobStatus.Pending,
  phase: 'sending',
  reason: null,
  counts: { recipients: 10, waiting: 2, accepted: 0, sent: 1, delivered: 5, failed: 0, skipped: 2 },
  plan,
  starts_at: '2026-11-20T10:04:00Z',
  next_at: null,
} as const

test('every reason of an interruption has words of its own', () => {
  const texts = interruptReasons.map(
    (reason) => stateWords({ ...broadcast, status: SendJobStatus.Interrupt, phase: 'ended', reason }, now).text,
  )
  expect(new Set(texts).size).toBe(interruptReasons.length)
})

test('a broadcast that waits for money leads to the top-up', () => {
  const state = { ...broadcast, status: SendJobStatus.Interrupt, phase: 'ended', reason: 'balance' } as const
  expect(stateWords(state, now).remedy?.to).toBe(paths.topUp)
})

test('the words of a running broadcast follow its phase, and name the moment of the next message where one is known', () => {
  const said = (['canary', 'waiting', 'throttled', 'sending'] as const).map((phase) =>
    stateWords({ ...broadcast, phase }, now),
  )
  expect(said.map(({ text }) => text)).toEqual([
    'broadcasts.textCanary',
    'broadcasts.textWaiting',
    'broadcasts.textThrottled',
    'broadcasts.textSending',
  ])
  const waiting = stateWords({ ...broadcast, phase: 'waiting', next_at: '2026-11-21T08:00:00Z' }, now)
  expect(waiting).toMatchObject({ text: 'broadcasts.textWaitingUntil', at: '2026-11-21T08:00:00Z' })
})

test('a finished broadcast has a result for every recipient only once its last message is handed over and has its receipt', () => {
  const ended = { ...broadcast, status: SendJobStatus.Finished, phase: 'ended' } as const
  const wordsOf = (part: Partial<BroadcastCounts>) =>
    stateWords({ ...ended, counts: { ...broadcast.counts, waiting: 0, sent: 0, ...part } }, now)
  expect(wordsOf({ waiting: 5, accepted: 5 })).toMatchObject({ text: 'broadcasts.textLast', values: { accepted: 5 } })
  expect(wordsOf({ sent: 1 })).toMatchObject({ text: 'broadcasts.textReceipts', values: { open: 1 } })
  expect(wordsOf({}).text).toBe('broadcasts.textFinished')
})

test('accepted messages go out although a broadcast is paused, so they are not left', () => {
  const counts = { ...broadcast.counts, waiting: 12, accepted: 10 }
  const paused = { ...broadcast, status: SendJobStatus.Interrupt, phase: 'ended', reason: 'user', counts } as const
  expect(stateWords(paused, now).values).toMatchObject({ left: 2 })
})

test('a scheduled broadcast says until when it can be changed, and then that it cannot', () => {
  const queued = { ...broadcast, status: SendJobStatus.Queued, phase: 'scheduled' } as const
  expect(stateWords({ ...queued, starts_at: '2026-11-20T11:00:00Z' }, now).text).toBe('broadcasts.textScheduled')
  expect(stateWords(queued, now).text).toBe('broadcasts.textStarting')
})
