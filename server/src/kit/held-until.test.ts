import { expect, test } from 'vitest'
import { createHeldUntil } from './held-until.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

test('a refusal holds until the last of its keys’ moments, and no longer', () => {
  const held = createHeldUntil()
  held.note('a', at(1))
  held.note('b', at(3))
  expect(held.until(['a', 'b', 'never noted'], at(0))).toEqual(at(3))
  expect(held.until(['a'], at(1))).toBeNull()
  expect(held.until(['b'], at(2))).toEqual(at(3))
  expect(held.until([], at(0))).toBeNull()
})
