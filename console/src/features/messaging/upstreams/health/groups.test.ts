import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

const now = Date.parse('2026-11-25T10:20:30Z')
const point = (at: string, submitted: number, errors = 0, p95: number | null = null) => ({
  at,
  submitted,
  errors,
  receipts: submitted - errors,
  p95,
})

test('an hour is sixty minutes, the last one the current minute, and minutes without a point are zero', () => {
  const bars = groupsOf([point('2026-11-25T10:20:00Z', 3, 1, 80), point('2026-11-25T09:21:00Z', 2)], '1h', now)
  expect(bars.length).toBe(60)
  expect(bars.at(-1)).toEqual({ at: '2026-11-25T10:20:00.000Z', submitted: 3, errors: 1, receipts: 2, p95: 80 })
  expect(bars[0]).toMatchObject({ at: '2026-11-25T09:21:00.000Z', submitted: 2, p95: null })
  expect(bars.slice(1, -1).every(({ submitted }) => submitted === 0)).toBe(true)
})

test('points of one bar are added up, and its latency is the slowest', () => {
  const bars = groupsOf([point('2026-11-25T10:00:00Z', 3, 1, 80), point('2026-11-25T10:15:00Z', 4, 0, 120)], '24h', now)
  expect(bars.at(-1)).toEqual({ at: '2026-11-25T10:00:00.000Z', submitted: 7, errors: 1, receipts: 6, p95: 120 })
})

test('points outside the period are left out', () => {
  const bars = groupsOf([point('2026-11-17T10:00:00Z', 3), point('2026-11-25T13:00:00Z', 3)], '7d', now)
  expect(bars.length).toBe(42)
  expect(bars.every(({ submitted }) => submitted === 0)).toBe(true)
})
