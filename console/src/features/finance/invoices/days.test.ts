import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayOfMoment } from './days.ts'

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('navigator', { languages: ['en-US'] })
})
afterEach(() => void vi.unstubAllGlobals())

test('a moment shows the day that it has in the account’s time zone', () => {
  const zones = ['UTC', 'Asia/Shanghai', 'America/Los_Angeles']
  expect(zones.map((zone) => dayOfMoment('2026-12-01T16:10:00.000Z', zone))).toEqual([
    '1 Dec 2026',
    '2 Dec 2026',
    '1 Dec 2026',
  ])
  expect(dayOfMoment('2026-12-01T03:00:00.000Z', 'America/Los_Angeles')).toBe('30 Nov 2026')
})
