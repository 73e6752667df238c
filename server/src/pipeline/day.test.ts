import { DAY, HOUR } from '@hongyan/contract/durations'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn } from './day.ts'

test.each([
  ['UTC', '2026-11-20T12:00:00Z', '2026-11-20T00:00:00Z', 24],
  ['Asia/Shanghai', '2026-11-20T15:59:59Z', '2026-11-19T16:00:00Z', 24],
  ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T05:00:00Z', 23],
  ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00Z', 25],
  // Midnight is skipped: the day begins at one.
  ['Asia/Beirut', '2026-03-29T12:00:00Z', '2026-03-28T22:00:00Z', 23],
  // The hour before midnight comes twice, and both belong to the day before.
  ['Asia/Beirut', '2026-10-24T20:30:00Z', '2026-10-23T21:00:00Z', 25],
  ['Asia/Kathmandu', '2026-11-20T12:00:00Z', '2026-11-19T18:15:00Z', 24],
  ['Pacific/Kiritimati', '2026-11-20T12:00:00Z', '2026-11-20T10:00:00Z', 24],
])('the day of %s at %s begins at %s and has %i hours', (zone, at, start, hours) => {
  const day = dayIn(zone, new Date(at))
  expect(day.start).toEqual(new Date(start))
  expect(day.end.getTime() - day.start.getTime()).toBe(hours * HOUR)
})

test('every moment lies in its day, and the days of a zone follow one another without a gap', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Asia/Shanghai',
    'America/Santiago',
    'Asia/Beirut',
    'Europe/London',
    'Africa/Cairo',
  )
  const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) })
  fc.assert(
    fc.property(zone, moment, (name, at) => {
      const day = dayIn(name, new Date(at))
      expect(day.start.getTime()).toBeLessThanOrEqual(at)
      expect(day.end.getTime()).toBeGreaterThan(at)
      expect(day.end.getTime() - day.start.getTime()).toBeLessThan(DAY + 2 * HOUR)
      expect(dayIn(name, day.end).start).toEqual(day.end)
      expect(dayIn(name, new Date(day.start.getTime() - 1)).end).toEqual(day.start)
    }),
  )
})
