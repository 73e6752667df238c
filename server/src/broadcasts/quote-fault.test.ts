import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPlan } from '../../test/audiences.ts'
import { type Counted, faultOf, startsSoon } from './quote-fault.ts'
import { newTally, type Tally } from './quote-tally.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const { Notification, Marketing } = MessageScene

const tallied = (change: Partial<Tally> = {}): Tally => ({ ...newTally(), recipients: 10, ...change })

const counted = (change: Partial<Counted> = {}): Counted => ({
  tally: tallied(),
  members: 10,
  message: { accepted_bad: 0 },
  plan: newPlan(),
  scene: Notification,
  rules: { rate: 50, scenes: [Notification, Marketing], strictTrust: true, level: TrustLevel.Verified },
  now: NOW,
  marketingOpen: true,
  ...change,
})

const at = (millis: number): Partial<Tally> => {
  const moment = new Date(NOW.getTime() + millis)
  return { earliest: moment, latest: moment }
}

/** The cause of each fault, in the order in which they come. */
const faults: readonly (readonly [string, (before: Counted) => Counted])[] = [
  [
    'too_many_bad_rows',
    (before) => ({ ...before, tally: { ...before.tally, leftOut: new Map([['value_missing', 1] as const]) } }),
  ],
  ['broadcast_speed_high', (before) => ({ ...before, plan: { ...before.plan, speed: 51 } })],
  [
    'broadcast_canary_low',
    (before) => ({
      ...before,
      scene: Marketing,
      plan: { ...before.plan, canary: 9 },
      tally: { ...before.tally, recipients: 1_000 },
    }),
  ],
  [
    'schedule_range',
    (before) => ({
      ...before,
      plan: { ...before.plan, time: 'at' },
      tally: { ...before.tally, ...at(MINUTE) },
    }),
  ],
  ['scene_quiet_hours', (before) => ({ ...before, tally: { ...before.tally, refusedCountries: new Set(['US']) } })],
  ['marketing_closed', (before) => ({ ...before, scene: Marketing, marketingOpen: false })],
  [
    'scene_restricted',
    (before) => ({ ...before, scene: Marketing, rules: { ...before.rules, scenes: [Notification] } }),
  ],
]

test('marketing begins with the usual canary at least, but of a trusted account and in a sandbox without trust levels', () => {
  const of = (canary: number, rules: Partial<Counted['rules']> = {}) => {
    const before = counted({ scene: Marketing, plan: { ...newPlan(), canary }, tally: tallied({ recipients: 1_000 }) })
    return faultOf({ ...before, rules: { ...before.rules, ...rules } })
  }
  expect([of(9), of(10), of(0, { level: TrustLevel.Trusted }), of(0, { strictTrust: false })]).toEqual([
    'broadcast_canary_low',
    null,
    null,
    null,
  ])
})

test('an estimate names the first of several faults', () => {
  fc.assert(
    fc.property(fc.subarray([...faults]), (chosen) => {
      const estimate = chosen.reduce((before, [, add]) => add(before), counted())
      expect(faultOf(estimate)).toBe(chosen[0]?.[0] ?? null)
    }),
  )
})

test('an estimate leaves out as many bad rows as its owner accepts, and not one more', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(1_000), fc.nat(100), (members, bad, accepted) => {
      const leftOut = new Map([['value_invalid', Math.min(bad, members - 1)] as const])
      const estimate = counted({ tally: tallied({ leftOut }), members, message: { accepted_bad: accepted } })
      const isOver = Math.min(bad, members - 1) / members > accepted / 100
      expect(faultOf(estimate)).toBe(isOver ? 'too_many_bad_rows' : null)
    }),
  )
})

test('a start is five minutes to thirty-five days from now, both included', () => {
  const found = (millis: number) => faultOf(counted({ plan: newPlan({ time: 'at' }), tally: tallied(at(millis)) }))
  expect([5 * MINUTE - 1, 5 * MINUTE, 35 * DAY, 35 * DAY + 1].map(found)).toEqual([
    'schedule_range',
    null,
    null,
    'schedule_range',
  ])
})

test('a cause that keeps the message from every recipient is named, and one that lies with them is not', () => {
  const found = (refusals: Tally['refusals']) => faultOf(counted({ tally: tallied({ recipients: 0, refusals }) }))
  expect(found(new Map([['carrier_filing_pending', 10]]))).toBe('carrier_filing_pending')
  expect(found(new Map([['opted_out', 10]]))).toBe('no_recipients')
  expect(
    found(
      new Map([
        ['carrier_filing_pending', 9],
        ['opted_out', 1],
      ] as const),
    ),
  ).toBe('no_recipients')
})

test('a broadcast starts soon up to an hour from now', () => {
  const isSoon = (millis: number) => startsSoon(new Date(NOW.getTime() + millis), NOW)
  expect([0, HOUR, HOUR + 1].map(isSoon)).toEqual([true, true, false])
})
