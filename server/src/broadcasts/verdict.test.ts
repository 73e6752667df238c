import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptedOf, canaryVerdict, isBroken, mostAhead, verdictOf } from './verdict.ts'

const count = fc.nat({ max: 10_000 })
const counts = fc.record({
  waiting: count,
  sent: count,
  delivered: count,
  failed: count,
  skipped: count,
  cost: fc.constant(0n),
})
const NONE = { waiting: 0, sent: 0, delivered: 0, failed: 0, skipped: 0, cost: 0n }

test('first messages are watched until they have all ended or their time is over, and held below 60 % delivered', () => {
  fc.assert(
    fc.property(counts, fc.boolean(), (seen, isOver) => {
      const isWatched = !isOver && seen.waiting + seen.sent > 0
      const isEnough = seen.delivered * 100 >= limits.canaryDelivered * acceptedOf(seen)
      expect(canaryVerdict(seen, isOver)).toBe(isWatched ? 'watched' : isEnough ? 'passed' : 'held')
    }),
  )
  expect(canaryVerdict({ ...NONE, delivered: 6, failed: 4 }, false)).toBe('passed')
  expect(canaryVerdict({ ...NONE, delivered: 59, failed: 41 }, false)).toBe('held')
  expect(canaryVerdict({ ...NONE, delivered: 5, sent: 5 }, true)).toBe('held')
})

test('failures break a broadcast off from fifty ended messages on, by those since it last went on', () => {
  const fresh = { delivered_before: 0, failed_before: 0 }
  expect(isBroken({ delivered: 0, failed: 49 }, fresh, 10)).toBe(false)
  expect(isBroken({ delivered: 45, failed: 5 }, fresh, 10)).toBe(false)
  expect(isBroken({ delivered: 44, failed: 6 }, fresh, 10)).toBe(true)
  expect(isBroken({ delivered: 44, failed: 6 }, fresh, null)).toBe(false)
  const resumed = { delivered_before: 44, failed_before: 6 }
  expect(isBroken({ delivered: 44, failed: 55 }, resumed, 10)).toBe(false)
  expect(isBroken({ delivered: 44, failed: 56 }, resumed, 10)).toBe(true)
})

test('a broadcast keeps about two seconds of the account’s rate ahead, and room for a request or two', () => {
  expect([0, 1, 50, 100, 101, 1_000].map(mostAhead)).toEqual([2_000, 200, 200, 200, 202, 2_000])
})

test('a refusal that no request of a broadcast can get is an error', () => {
  expect(verdictOf('insufficient_funds')).toBe('balance')
  expect(() => verdictOf('invalid_otp' as never)).toThrow('invalid_otp')
})
