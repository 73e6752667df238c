import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { type ManagedProvider, upstreamBehaviours, type UpstreamBehaviour } from '@hongyan/contract/vocabulary/upstream'
import { expect, test } from 'vitest'
import type { HandOver } from '../upstream.ts'
import { behaviourOf, createThrottle, isReachable, judged, playedBy, remoteState } from './behaviours.ts'

const message: HandOver = {
  reference: '1'.repeat(32),
  channel: 'sms',
  to: '+12065550100',
  sender: null,
  text: 'Hello',
  parts: 1,
  scene: 2,
  attempt: 1,
  remote: null,
}
const remote = { signature: 'SIGN_1', template: 'SMS_1', parameters: ['482913'] }
const well = { now: 30 * SECOND, chance: 0.5, hasRoom: () => true }

const channel = (behaviour: UpstreamBehaviour, provider: ManagedProvider = 'twl', secret = 'secret') => ({
  behaviour,
  provider,
  settings: {},
  secrets: { authToken: secret },
})

const afterOf = (behaviour: UpstreamBehaviour, to = message.to) => {
  const plan = behaviourOf(behaviour, { ...message, to }, well)
  return plan.kind === 'accepted' ? plan.receipts.map(({ after }) => after) : plan.kind
}

test('the number of a recipient chooses the result whatever the behaviour is', () => {
  for (const behaviour of ['normal', 'slow', 'throttled', 'late', 'flaky'] as const) {
    expect(afterOf(behaviour, '+12065550001')).toBe('refused')
    expect(afterOf(behaviour, '+12065550007')).toBe('deferred')
  }
})

test('a slow carrier answers after two to four seconds, all others at once', () => {
  const after = (behaviour: UpstreamBehaviour, chance: number) =>
    playedBy(channel(behaviour), message, { ...well, chance }).after
  expect([after('slow', 0), after('slow', 0.5), after('slow', 0.999)]).toEqual([2_000, 3_000, 3_998])
  const others = upstreamBehaviours.filter((behaviour) => behaviour !== 'slow')
  expect(new Set(others.map((behaviour) => after(behaviour, 0.5)))).toEqual(new Set([0]))
})

test('a late carrier sends its receipts three minutes later', () => {
  expect([afterOf('normal'), afterOf('late')]).toEqual([[1_500], [181_500]])
})

test('a failing carrier puts off three messages in ten, the same ones each time, and others at their second attempt', () => {
  const references = Array.from({ length: 500 }, (_, nr) => nr.toString(16).padStart(32, '0'))
  const putOff = (attempt: number) =>
    references.filter(
      (reference) => behaviourOf('failing', { ...message, reference, attempt }, well).kind === 'deferred',
    )
  expect(putOff(1).length / references.length).toBeCloseTo(0.3, 1)
  expect(putOff(1)).toEqual(putOff(1))
  const atFirst = new Set(putOff(1))
  const twice = putOff(2).filter((reference) => atFirst.has(reference))
  expect(twice.length / references.length).toBeCloseTo(0.09, 1)
})

test('a throttled carrier accepts five parts a second and puts off the rest', () => {
  const throttle = createThrottle(5)
  const at = (now: number, parts: number) =>
    behaviourOf('throttled', { ...message, parts }, { ...well, hasRoom: (count) => throttle(count, now) })
  expect([at(0, 3), at(0, 2), at(0, 1), at(199, 1), at(200, 1), at(200, 1)].map(({ kind }) => kind)).toEqual([
    'accepted',
    'accepted',
    'deferred',
    'deferred',
    'accepted',
    'deferred',
  ])
  expect(at(200, 1)).toMatchObject({ code: 'THROTTLED' })
})

test('a message longer than a second of a throttled carrier is accepted when it is well rested', () => {
  const throttle = createThrottle(5)
  expect([throttle(8, 1_000), throttle(1, 1_500), throttle(1, 1_900)]).toEqual([true, false, true])
})

test('a flaky carrier is away for the first twenty seconds of each minute', () => {
  const moments = [0, 19_999, 20_000, MINUTE - 1, MINUTE]
  expect(moments.map((now) => isReachable('flaky', now))).toEqual([false, false, true, true, false])
  expect(playedBy(channel('flaky'), message, { ...well, now: 0 })).toEqual({ plan: null, after: 0 })
})

test('a carrier that is down is never reached', () => {
  expect([0, 20_000, MINUTE].map((now) => isReachable('down', now))).toEqual([false, false, false])
})

test('a secret that ends in 000 is rejected at its field, and one that ends in 001 has no answer', () => {
  const check = (authToken: string) => judged({ settings: { accountSid: 'AC000' }, secrets: { authToken } })
  expect([check('abc'), check('abc000'), check('abc001')]).toEqual([
    { result: 'accepted', field: null },
    { result: 'rejected', field: 'authToken' },
    { result: 'unreachable', field: null },
  ])
})

test('a channel with a rejected secret hands nothing over', () => {
  const kindOf = (secret: string) => playedBy(channel('normal', 'twl', secret), message, well).plan?.kind ?? null
  expect([kindOf('abc'), kindOf('abc000'), kindOf('abc001')]).toEqual(['accepted', 'unauthorized', null])
})

test('the id of a template at a provider chooses its state there', () => {
  expect(['SMS_1', 'SMS_1000', 'PENDING_1', 'PENDING_000'].map(remoteState)).toEqual([
    'ready',
    'rejected',
    'pending',
    'pending',
  ])
})

test('a provider of its own templates refuses a message without a ready one', () => {
  const planOf = (change: Partial<HandOver>) =>
    playedBy(channel('normal', 'ali'), { ...message, ...change }, well).plan?.kind
  expect(planOf({ remote })).toBe('accepted')
  expect(planOf({ remote: { ...remote, signature: null } })).toBe('accepted')
  expect(planOf({})).toBe('refused')
  expect(planOf({ remote: { ...remote, template: 'PENDING_1' } })).toBe('refused')
  expect(planOf({ remote: { ...remote, signature: 'SIGN_000' } })).toBe('refused')
})
