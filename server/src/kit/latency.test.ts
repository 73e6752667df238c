import { expect, test } from 'vitest'
import { createLatency } from './latency.ts'

const world = () => {
  let now = 0
  const latency = createLatency(() => now)
  const take = (millis: number) => latency.timed(async () => (now += millis))
  return { latency, take, pass: (millis: number) => (now += millis) }
}

test('the median is null without measurements', () => {
  expect(world().latency.median()).toBeNull()
})

test('one slow call does not move the median', async () => {
  const { latency, take } = world()
  for (const millis of [3, 900, 2]) await take(millis)
  expect(latency.median()).toBe(3)
})

test('a measurement is dropped after five minutes', async () => {
  const { latency, take, pass } = world()
  await take(3)
  pass(299_999)
  expect(latency.median()).toBe(3)
  pass(1)
  expect(latency.median()).toBeNull()
})

test('only the last five hundred measurements count', async () => {
  const { latency, take } = world()
  for (let time = 0; time < 500; time += 1) await take(9)
  for (let time = 0; time < 300; time += 1) await take(1)
  expect(latency.median()).toBe(1)
})

test('a failed call is not measured, and fails', async () => {
  const { latency } = world()
  await expect(latency.timed(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(latency.median()).toBeNull()
})
