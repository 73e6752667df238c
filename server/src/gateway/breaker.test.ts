import { expect, test } from 'vitest'
import { type Breaker, createBreaker } from './breaker.ts'

const count = (breaker: Breaker, times: number, isError: boolean, now: number): void => {
  for (let each = 0; each < times; each += 1) breaker.count(isError, now)
}

test('a breaker opens at twenty submissions of which half failed within a minute', () => {
  const breaker = createBreaker()
  count(breaker, 10, false, 1_000)
  count(breaker, 9, true, 30_000)
  expect(breaker.state(30_000)).toBe('closed')
  count(breaker, 1, true, 59_000)
  expect(breaker.state(59_000)).toBe('open')
})

test('a breaker stays closed where fewer than half failed, or fewer than twenty were submitted', () => {
  const mostlyGood = createBreaker()
  count(mostlyGood, 70, false, 0)
  count(mostlyGood, 30, true, 0)
  expect(mostlyGood.state(0)).toBe('closed')
  const few = createBreaker()
  count(few, 19, true, 0)
  expect(few.state(0)).toBe('closed')
})

test('a breaker forgets what is older than a minute', () => {
  const breaker = createBreaker()
  count(breaker, 19, true, 0)
  count(breaker, 1, true, 61_000)
  expect(breaker.state(61_000)).toBe('closed')
})

test('a breaker is half open after thirty seconds, and the first accepted message closes it', () => {
  const breaker = createBreaker()
  count(breaker, 20, true, 0)
  expect(breaker.pause(0)).toBe(30_000)
  expect(breaker.state(29_999)).toBe('open')
  expect(breaker.state(30_000)).toBe('half_open')
  breaker.count(false, 30_100)
  expect(breaker.state(30_100)).toBe('closed')
})

test('a breaker opens for twice as long each time that the probe fails, up to ten minutes', () => {
  const breaker = createBreaker()
  count(breaker, 20, true, 0)
  let now = 0
  const pauses = Array.from({ length: 7 }, () => {
    now += breaker.pause(now)
    breaker.count(true, now)
    return breaker.pause(now)
  })
  expect(pauses).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000, 600_000])
})

test('a breaker ignores the results of messages that were on their way when it opened', () => {
  const breaker = createBreaker()
  count(breaker, 20, true, 0)
  count(breaker, 50, false, 100)
  expect(breaker.state(100)).toBe('open')
})
