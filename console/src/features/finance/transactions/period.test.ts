import { expect, test } from 'vitest'
import { dayIn, monthsTo, periodOf, presets, rangeOf, rangeOfMonth, statementMonth } from './period.ts'

const TODAY = '2026-03-01'

test('the current day is that of the time zone', () => {
  const now = new Date('2026-02-28T17:00:00Z')
  expect(dayIn('UTC', now)).toBe('2026-02-28')
  expect(dayIn('Asia/Shanghai', now)).toBe('2026-03-01')
})

test('a month goes from its first day to its last', () => {
  expect(rangeOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(rangeOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('the filter offers two years of months, the current one first', () => {
  const months = monthsTo('2026-01-31')
  expect(months.slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(months.at(-1)).toBe('2024-02')
  expect(months).toHaveLength(24)
})

test.each([
  ['all', {}],
  ['today', { from: TODAY, to: TODAY }],
  ['7d', { from: '2026-02-23', to: TODAY }],
  ['30d', { from: '2026-01-31', to: TODAY }],
  ['2026-02', { from: '2026-02-01', to: '2026-02-28' }],
])('the period %s and its range of days convert into each other', (period, range) => {
  expect(rangeOf(period, TODAY, {})).toEqual(range)
  expect(periodOf(range, TODAY)).toBe(period)
})

test('other days are a custom period, and choosing custom keeps them', () => {
  const range = { from: '2026-02-02' }
  expect(periodOf(range, TODAY)).toBe('custom')
  expect(rangeOf('custom', TODAY, range)).toEqual(range)
  expect(presets).toContain('custom')
})

test('the offered statement is that of the filtered month, else of the last full month', () => {
  expect(statementMonth(rangeOfMonth('2025-10'), TODAY)).toBe('2025-10')
  expect(statementMonth({}, TODAY)).toBe('2026-02')
})
