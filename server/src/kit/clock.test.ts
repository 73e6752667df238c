import { expect, test } from 'vitest'
import { settableClock, systemClock } from './clock.ts'

test('the system clock returns the time', () => {
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1000)
})

test('a settable clock stands still, advances and jumps', () => {
  const clock = settableClock(new Date('2026-01-31T23:59:59Z'))
  expect(clock.now()).toEqual(new Date('2026-01-31T23:59:59Z'))
  clock.advance(1000)
  expect(clock.now()).toEqual(new Date('2026-02-01T00:00:00Z'))
  clock.set(new Date('2025-01-01T00:00:00Z'))
  expect(clock.now()).toEqual(new Date('2025-01-01T00:00:00Z'))
})

test('a date once handed out cannot move the clock', () => {
  const clock = settableClock(new Date(0))
  clock.now().setFullYear(2000)
  expect(clock.now()).toEqual(new Date(0))
})
