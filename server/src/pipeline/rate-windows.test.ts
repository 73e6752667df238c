import { HOUR, MINUTE } from '@hongyan/contract/durations'
import { MessageId } from '@hongyan/contract/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNLIMITED } from './rate-limits.ts'
import { endOf, fullWindow, momentIn, plusOne, UNUSED, useAt } from './rate-windows.ts'

const ZONES = ['UTC', 'America/New_York', 'Asia/Shanghai', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Beirut']
const FIRST = MessageId.parse('0199a000-0000-7000-8000-000000000001')
const moments = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
})

test.each([
  ['America/New_York', '2026-11-01T04:00:00Z', 25],
  ['America/New_York', '2026-03-08T05:00:00Z', 23],
  ['Asia/Beirut', '2026-03-28T22:00:00Z', 23],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  ['Asia/Shanghai', '2026-11-19T16:00:00Z', 24],
])('the minutes and hours of a day in %s that begins at %s follow each other for %d hours', (zone, start, hours) => {
  const begin = new Date(start).getTime()
  const first = momentIn(zone, new Date(begin))
  expect([first.minute, first.hour]).toEqual([0, 0])
  const last = momentIn(zone, new Date(begin + hours * HOUR - 1))
  expect(last.dayStart).toEqual(first.dayStart)
  expect([last.minute, last.hour]).toEqual([hours * 60 - 1, Math.ceil(hours) - 1])
  for (const window of ['minute', 'hour', 'day'] as const) expect(endOf(window, last)).toEqual(first.dayEnd)
  const next = momentIn(zone, new Date(begin + hours * HOUR))
  expect([next.dayStart, next.minute, next.hour]).toEqual([first.dayEnd, 0, 0])
})

test('every moment lies before the ends of its windows, which have at most their length', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moments, (zone, at) => {
      const moment = momentIn(zone, at)
      const left = (window: 'minute' | 'hour' | 'day'): number => endOf(window, moment).getTime() - at.getTime()
      expect(left('minute')).toBeGreaterThan(0)
      expect(left('minute')).toBeLessThanOrEqual(MINUTE)
      expect(left('hour')).toBeLessThanOrEqual(HOUR)
      expect(left('hour')).toBeGreaterThanOrEqual(left('minute'))
      expect(left('day')).toBeGreaterThanOrEqual(left('hour'))
    }),
  )
})

test('whatever the moments, no window lets more through than its limit, and one that is not full stops nothing', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 4 }), { nil: UNLIMITED })
  fc.assert(
    fc.property(
      fc.record({ minute: limit, hour: limit, day: limit }),
      fc.array(fc.integer({ min: 0, max: 3 * 60 - 1 }), { maxLength: 60 }),
      (limits, minutes) => {
        const passed: number[] = []
        let use = UNUSED
        for (const minute of minutes.toSorted((one, other) => one - other)) {
          use = useAt(use, { minute, hour: Math.floor(minute / 60) })
          const inMinute = passed.filter((one) => one === minute).length
          const inHour = passed.filter((one) => Math.floor(one / 60) === Math.floor(minute / 60)).length
          const fits = inMinute < limits.minute && inHour < limits.hour && passed.length < limits.day
          expect(fullWindow(use, limits) === null).toBe(fits)
          if (!fits) continue
          use = plusOne(use, FIRST)
          passed.push(minute)
        }
      },
    ),
  )
})

test('a message of an older minute counts in the newest one, so that a slow process lets nothing more through', () => {
  const limits = { minute: 1, hour: UNLIMITED, day: UNLIMITED }
  const use = plusOne(useAt(UNUSED, { minute: 5, hour: 0 }), null)
  expect(fullWindow(useAt(use, { minute: 4, hour: 0 }), limits)).toBe('minute')
  expect(fullWindow(useAt(use, { minute: 6, hour: 0 }), limits)).toBeNull()
})

test('each window remembers its own first message', () => {
  const second = MessageId.parse('0199a000-0000-7000-8000-000000000002')
  const use = plusOne(useAt(plusOne(UNUSED, FIRST), { minute: 1, hour: 0 }), second)
  expect(use.firsts).toEqual({ minute: second, hour: FIRST, day: FIRST })
})
