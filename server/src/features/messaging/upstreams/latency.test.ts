import { expect, test } from 'vitest'
import { percentile, perSecond } from './latency.ts'

test('a percentile lies within its bucket, by the place of the submission in it', () => {
  expect(percentile([0, 10, 0, 0, 0, 0, 0, 0], 0.95)).toBe(98)
  expect(percentile([90, 0, 0, 10, 0, 0, 0, 0], 0.95)).toBe(350)
  expect(percentile([100, 0, 0, 0, 0, 0, 0, 0], 0.5)).toBe(25)
})

test('a percentile beyond the last bound is that bound, and without submissions there is none', () => {
  expect(percentile([0, 0, 0, 0, 0, 0, 0, 3], 0.95)).toBe(5_000)
  expect([percentile([], 0.95), percentile([0, 0, 0, 0, 0, 0, 0, 0], 0.95)]).toEqual([null, null])
})

test('the rate of now takes from the last full minute what the current one has not covered yet', () => {
  expect([perSecond(600, 0, 0), perSecond(600, 300, 0.5), perSecond(600, 600, 1)]).toEqual([10, 10, 10])
})
