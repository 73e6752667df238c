import { expect, onTestFinished, test } from 'vitest'
import { createPace, type Pace } from './pace.ts'

const MINUTE = 60_000

function newPace(idle: number, isShared?: () => boolean): Pace {
  const pace = createPace(idle, isShared)
  onTestFinished(pace.wake)
  return pace
}

test('a pause without work ends as soon as there is some', async () => {
  const pace = newPace(MINUTE)
  const pause = pace.pause(1)
  pace.stir(MINUTE)
  await pause
})

test('a pause with work is as short as it was asked for', async () => {
  const pace = newPace(MINUTE)
  pace.stir(MINUTE)
  await pace.pause(1)
})

test('a pause is long again once the work is over', async () => {
  const pace = newPace(300)
  pace.stir(20)
  const started = performance.now()
  while (performance.now() - started <= 20) await pace.pause(1)
  const idle = performance.now()
  await pace.pause(1)
  expect(performance.now() - idle).toBeGreaterThan(295)
})

test('work for a short time does not shorten the time of other work', async () => {
  const pace = newPace(MINUTE)
  pace.stir(MINUTE)
  pace.stir(0)
  await pace.pause(1)
})

test('a pause is short while other processes make work', async () => {
  await newPace(MINUTE, () => true).pause(1)
})

test('waking ends short and long pauses', async () => {
  const pace = newPace(0)
  const pauses = [pace.pause(MINUTE), pace.pause(MINUTE)]
  pace.wake()
  await Promise.all(pauses)
})
