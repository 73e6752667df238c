import { expect, test } from 'vitest'
import { spanOf, startOfDay } from './spans.ts'

test('a day begins at midnight of its zone, also where the clocks change', () => {
  expect(startOfDay('2026-11-23', 'UTC')).toBe('2026-11-23T00:00:00.000Z')
  expect(startOfDay('2026-11-23', 'Asia/Shanghai')).toBe('2026-11-22T16:00:00.000Z')
  expect(startOfDay('2026-03-08', 'America/New_York')).toBe('2026-03-08T05:00:00.000Z')
  expect(startOfDay('2026-03-09', 'America/New_York')).toBe('2026-03-09T04:00:00.000Z')
})

test('a span ends where the day after its last one begins, and an open end stays open', () => {
  expect(spanOf({ from: '2026-11-01', to: '2026-11-30' }, 'UTC')).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
  })
  expect(spanOf({}, 'UTC')).toEqual({})
})
