import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newLogger } from './logger.ts'
import { createRounds } from './rounds.ts'

const choice = { every: 5, what: 'a look', log: newLogger('silent') }

test('a round that fails is followed by the next, and no two run at once', async () => {
  let [begun, running, most] = [0, 0, 0]
  const rounds = createRounds(async () => {
    running += 1
    most = Math.max(most, running)
    await sleep(15)
    running -= 1
    begun += 1
    throw new Error('not today')
  }, choice)
  rounds.start()
  while (begun < 3) await sleep(5)
  await rounds.stop()
  expect(most).toBe(1)
})

test('stopping lets the round at work come to its end, and begins no other', async () => {
  let [begun, ended] = [0, 0]
  const rounds = createRounds(async () => {
    begun += 1
    await sleep(20)
    ended += 1
  }, choice)
  rounds.start()
  while (begun === 0) await sleep(1)
  await rounds.stop()
  expect([begun, ended]).toEqual([1, 1])
  await sleep(30)
  expect(begun).toBe(1)
})

test('the first may come before the others, and a long one that is to stop ends at once', async () => {
  let begun = 0
  const round = async (stopping: AbortSignal): Promise<void> => {
    begun += 1
    await sleep(60_000, undefined, { signal: stopping })
  }
  const rounds = createRounds(round, { ...choice, every: 60_000, firstAfter: 1 })
  rounds.start()
  while (begun === 0) await sleep(1)
  await rounds.stop()
  expect(begun).toBe(1)
})
