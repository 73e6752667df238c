import { expect, test } from 'vitest'
import { isOutOfRange } from './out-of-range.ts'

test.each([
  ['2026-11-20', '2026-11-20', false, 'today'],
  ['2026-11-21', '2026-11-20', true, 'tomorrow'],
  ['2026-08-20', '2026-11-20', false, 'the same day three months earlier'],
  ['2026-08-19', '2026-11-20', true, 'the day before it'],
  ['2025-10-31', '2026-01-31', false, 'a day of last year'],
  ['2026-02-28', '2026-05-31', false, 'the last day of a shorter month'],
  ['2026-02-27', '2026-05-31', true, 'the day before the last of a shorter month'],
])('%s seen on %s is out of range: %s, %s', (day, today, expected) => expect(isOutOfRange(day, today)).toBe(expected))
