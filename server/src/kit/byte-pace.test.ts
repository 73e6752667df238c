import { expect, test } from 'vitest'
import { createBytePace } from './byte-pace.ts'

/** A pace of a thousand bytes a second, whose clock stands still, and the waits that it asked for. */
function paced() {
  let now = 0
  const waits: number[] = []
  const pass = createBytePace(1_000, { now: () => now, sleep: async (wait) => void waits.push(wait) })
  return { pass, waits, set: (to: number) => void (now = to) }
}

test('the bytes of all callers pass one after the other at the rate', async () => {
  const { pass, waits } = paced()
  await Promise.all([pass(500), pass(1_000), pass(250)])
  expect(waits).toEqual([500, 1_500, 1_750])
})

test('a pause of all callers saves up no bytes', async () => {
  const { pass, waits, set } = paced()
  await pass(500)
  set(60_000)
  await pass(500)
  await pass(500)
  expect(waits).toEqual([500, 500, 1_000])
})
