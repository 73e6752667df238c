import { expect, test } from 'vitest'
import { endOf, isOver, lastDay } from './expiry.ts'

const until = (expires_at: string | null) => ({ number: '+12065550100', note: '', expires_at })

test('an exemption lasts to the end of its last day in the zone of the account, also where the clocks change', () => {
  expect(endOf('2026-11-30', 'UTC')).toBe('2026-12-01T00:00:00.000Z')
  expect(endOf('2026-11-30', 'Asia/Shanghai')).toBe('2026-11-30T16:00:00.000Z')
  expect(endOf('2026-03-08', 'America/New_York')).toBe('2026-03-09T04:00:00.000Z')
  expect(endOf('', 'UTC')).toBeNull()
})

test.each(['UTC', 'Asia/Shanghai', 'America/New_York'])('the last day that was typed is shown again in %s', (zone) => {
  expect(lastDay(until(endOf('2026-03-08', zone)), zone)).toBe('2026-03-08')
  expect(lastDay(until(null), zone)).toBeNull()
})

test('an exemption is over at its end, and one without an end never', () => {
  const end = '2026-12-01T00:00:00.000Z'
  expect(isOver(until(end), new Date(Date.parse(end) - 1))).toBe(false)
  expect(isOver(until(end), new Date(end))).toBe(true)
  expect(isOver(until(null), new Date(end))).toBe(false)
})
