import { expect, test } from 'vitest'
import { daysOfMonth } from '../../../ui/list/range.ts'
import { monthsTo, statementMonth } from './statement-month.ts'

const TODAY = '2026-03-01'

test('two years of statements are offered, the current month first', () => {
  const months = monthsTo('2026-01-31')
  expect(months.slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect([months.at(-1), months.length]).toEqual(['2024-02', 24])
})

test('the suggested statement is that of the filtered month, else of the last full month', () => {
  expect(statementMonth(daysOfMonth('2025-10'), TODAY)).toBe('2025-10')
  expect(statementMonth(daysOfMonth('2019-10'), TODAY)).toBe('2026-02')
  expect(statementMonth({ from: '2025-10-01' }, TODAY)).toBe('2026-02')
  expect(statementMonth({}, TODAY)).toBe('2026-02')
})
