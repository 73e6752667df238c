import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayOfMoment, periodText } from './days.ts'

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

test('the line of a period breaks between its two days alone', () => {
  const lines = (period: Parameters<typeof periodText>[0]) => periodText(period).split(' ')
  expect(lines({ from: '2026-08-01', to: '2026-08-31' })).toEqual(['August\u00A02026'])
  expect(lines({ from: '2026-08-17', to: '2026-08-31' })).toEqual([
    '17\u00A0Aug\u00A02026',
    '–',
    '31\u00A0Aug\u00A02026',
  ])
})
