import { expect, test } from 'vitest'
import { countTicks, labelledDays } from './ticks.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [4, [0, 1, 2, 3, 4]],
  [2_901, [0, 1_000, 2_000, 3_000]],
  [26_591, [0, 10_000, 20_000, 30_000]],
])('an axis up to %d has the ticks %j', (greatest, ticks) => {
  expect(countTicks(greatest)).toEqual(ticks)
})

test('the axis holds the largest count, in whole and even steps', () => {
  for (const greatest of [3, 7, 11, 99, 101, 1_664, 999_999, 123_456_789]) {
    const ticks = countTicks(greatest)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(greatest)
    expect(ticks.every(Number.isInteger)).toBe(true)
    expect(ticks.length).toBeLessThanOrEqual(7)
  }
})

test('a month on a desktop is labelled every fifth day, on a phone every third, a week every day', () => {
  expect(labelledDays(31, 28.6)).toEqual([0, 5, 10, 15, 20, 25, 30])
  expect(labelledDays(12, 24)).toEqual([2, 5, 8, 11])
  expect(labelledDays(8, 110)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('today is always labelled, and labels never overlap', () => {
  for (const pitch of [2, 9, 24, 29, 41, 60]) {
    const labelled = labelledDays(31, pitch)
    expect(labelled.at(-1)).toBe(30)
    const gaps = labelled.slice(1).map((index, at) => (index - (labelled[at] ?? 0)) * pitch)
    expect(gaps.every((gap) => gap >= 58)).toBe(true)
  }
})
