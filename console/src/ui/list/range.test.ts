import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn } from '../../lib/calendar-day.ts'
import { daysOf, daysOfMonth, monthOf, type Period, periods, readDay, wholeMonth, withEnd } from './range.ts'

const TODAY = '2026-03-01'

test('the current day is that of the time zone', () => {
  const now = new Date('2026-02-28T17:00:00Z')
  expect([dayIn('UTC', now), dayIn('Asia/Shanghai', now)]).toEqual(['2026-02-28', '2026-03-01'])
})

test.each([
  ['2026-03-29T00:59:59Z', '2026-03-29', 'the hour before the clocks go forward'],
  ['2026-03-29T22:59:59Z', '2026-03-30', 'the short day, which ends an hour early in UTC'],
  ['2026-10-25T22:59:59Z', '2026-10-25', 'the long day, which ends an hour late in UTC'],
  ['2026-10-25T23:00:00Z', '2026-10-26', 'the end of the long day'],
])('at %s it is %s in Berlin: %s', (now, day) => expect(dayIn('Europe/Berlin', new Date(now))).toBe(day))

test.each<readonly [Period, string, string]>([
  ['today', TODAY, TODAY],
  ['7d', '2026-02-23', TODAY],
  ['30d', '2026-01-31', TODAY],
  ['month', '2026-03-01', '2026-03-31'],
  ['last-month', '2026-02-01', '2026-02-28'],
])('on 1 March the period %s covers %s to %s', (period, from, to) =>
  expect(daysOf({ period }, TODAY)).toEqual({ from, to }),
)

test('a week that holds a change of the clocks has seven days', () =>
  expect(daysOf({ period: '7d' }, '2026-04-01')).toEqual({ from: '2026-03-26', to: '2026-04-01' }))

test('chosen days stay, and an open end stays open', () => {
  expect(daysOf({ from: '2026-02-02' }, TODAY)).toEqual({ from: '2026-02-02' })
  expect(daysOf({}, TODAY)).toEqual({})
})

test('every period begins no later than it ends, and contains today or the day before its month', () => {
  const days = fc.date({ min: new Date('2000-03-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom(...periods), (date, period) => {
      const today = date.toISOString().slice(0, 10)
      const { from = '', to = '' } = daysOf({ period }, today)
      expect([readDay(from), readDay(to)]).toEqual([from, to])
      expect(from <= to).toBe(true)
      expect(period === 'last-month' ? to < today : from <= today && today <= to).toBe(true)
    }),
  )
})

test('a month goes from its first day to its last, and is recognised', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(wholeMonth(daysOfMonth('2026-12'))).toBe('2026-12')
  expect([{}, { from: '2026-12-01' }, { from: '2026-12-02', to: '2026-12-31' }].map(wholeMonth)).toEqual([
    null,
    null,
    null,
  ])
  expect([monthOf('2026-01-31'), monthOf('2026-01-31', 1), monthOf('2026-01-31', 13)]).toEqual([
    '2026-01',
    '2025-12',
    '2024-12',
  ])
})

test('a range whose end is moved across the other one becomes the chosen day', () => {
  const range = { from: '2026-11-10', to: '2026-11-12' }
  expect(withEnd(range, 'from', '2026-11-15')).toEqual({ from: '2026-11-15', to: '2026-11-15' })
  expect(withEnd(range, 'to', '2026-11-05')).toEqual({ from: '2026-11-05', to: '2026-11-05' })
  expect(withEnd(range, 'to', '2026-11-20')).toEqual({ from: '2026-11-10', to: '2026-11-20' })
  expect(withEnd({}, 'to', '2026-11-20')).toEqual({ to: '2026-11-20' })
})

test.each(['2026-02-30', '1999-01-01', 'yesterday', '2026-1-1', ''])('%o is no calendar day', (text) =>
  expect(readDay(text)).toBeNull(),
)
