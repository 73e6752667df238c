import { expect, test } from 'vitest'
import { daysOfNew } from './search.ts'

const TODAY = '2026-11-20'

test.each([
  [
    'with an end alone, which the log shows with the 92 days up to it',
    { to: '2026-01-10' },
    '2025-10-11',
    '2026-01-10',
  ],
  ['with a beginning alone', { from: '2026-11-02' }, '2026-11-02', TODAY],
  ['without days', {}, '2026-11-14', TODAY],
])('a new export %s has days in order', (_, days, from, to) => {
  expect(daysOfNew(days, TODAY)).toEqual({ from, to })
})
