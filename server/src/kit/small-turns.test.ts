import { setImmediate as nextLook } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSmallTurns } from './small-turns.ts'

test('work that arrives together runs in small turns, in its order, with a look at the network between them', async () => {
  const turns = createSmallTurns({ atOnce: 2, waiting: 10 })
  const done: number[] = []
  for (const n of [1, 2, 3, 4, 5]) turns.take(() => done.push(n))
  expect(done).toEqual([1, 2])
  await nextLook()
  expect(done).toEqual([1, 2, 3, 4])
  turns.take(() => done.push(6))
  expect(done).toEqual([1, 2, 3, 4])
  await nextLook()
  expect(done).toEqual([1, 2, 3, 4, 5, 6])
  await nextLook()
  turns.take(() => done.push(7))
  expect(done.at(-1)).toBe(7)
})

test('work beyond those that may wait is refused and never runs', async () => {
  const turns = createSmallTurns({ atOnce: 1, waiting: 1 })
  const done: number[] = []
  expect([1, 2, 3].map((n) => turns.take(() => done.push(n)))).toEqual([true, true, false])
  for (let looks = 0; looks < 3; looks += 1) await nextLook()
  expect(done).toEqual([1, 2])
})
