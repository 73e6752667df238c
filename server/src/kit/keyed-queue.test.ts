import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keyedQueue } from './keyed-queue.ts'

test('work under one key runs one after the other, even after a failure', async () => {
  const queue = keyedQueue()
  const seen: string[] = []
  const step = (name: string) => async () => {
    seen.push(`${name} begins`)
    await sleep(1)
    seen.push(`${name} ends`)
    if (name === 'a') throw new Error('a failed')
    return name
  }

  const outcomes = await Promise.allSettled([queue('key', step('a')), queue('key', step('b')), queue('key', step('c'))])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('different keys do not wait for each other', async () => {
  const queue = keyedQueue()
  const never = new Promise<never>(() => undefined)
  void queue('stuck', () => never)
  expect(await queue('free', async () => 'done')).toBe('done')
})
