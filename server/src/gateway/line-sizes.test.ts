import { AccountId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { createLineSizes } from './line-sizes.ts'

const account = (n: number) => AccountId.parse(`00000000-0000-0000-0000-${String(n).padStart(12, '0')}`)
const fill = (sizes: ReturnType<typeof createLineSizes>, nr: number): number => {
  let entered = 0
  while (sizes.enter(account(nr), 100)) entered += 100
  return entered
}

test('an account that waits alone has half of the whole, and beside others a tenth', () => {
  const sizes = createLineSizes()
  expect(fill(sizes, 1)).toBe(10_000)
  expect(fill(sizes, 2)).toBe(2_000)
})

test('an account without a line enters, however many accounts have filled theirs', () => {
  const sizes = createLineSizes()
  for (let nr = 1; nr <= 1_000; nr += 1) fill(sizes, nr)
  expect(sizes.enter(account(1_001), 100)).toBe(true)
})

test('the whole stays bounded when many accounts fill their lines', () => {
  const sizes = createLineSizes()
  for (let nr = 1; nr <= 200; nr += 1) sizes.enter(account(nr), 100)
  const more = Array.from({ length: 200 }, (_, at) => fill(sizes, at + 1)).reduce((sum, one) => sum + one, 0)
  expect(200 * 100 + more).toBeLessThanOrEqual(20_000)
})

test('a line that empties gives its room back', () => {
  const sizes = createLineSizes()
  fill(sizes, 1)
  expect(sizes.enter(account(1), 1)).toBe(false)
  sizes.leave(account(1), 100)
  expect(sizes.enter(account(1), 100)).toBe(true)
})
