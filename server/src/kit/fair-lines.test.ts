import { expect, test } from 'vitest'
import { createFairLines } from './fair-lines.ts'

test('keys take turns, however long the line of one is', () => {
  const lines = createFairLines<string>({ inAll: 100, perKey: 3 })
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) lines.add(item.slice(0, 1), item)
  const taken = Array.from({ length: 7 }, () => lines.next())
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  expect(lines.length()).toBe(0)
})

test('a line takes no more than its limit, and again one for each that leaves it', () => {
  const lines = createFairLines<number>({ inAll: 100, perKey: 2 })
  expect([1, 2, 3].map((item) => lines.add('a', item))).toEqual([true, true, false])
  lines.next()
  expect(lines.add('a', 4)).toBe(true)
})

test('keys that fill half of all places leave the other half to keys without a line', () => {
  const lines = createFairLines<number>({ inAll: 8, perKey: 4 })
  const full = [1, 2, 3, 4].map((item) => lines.add('a', item))
  expect(full).toEqual([true, true, true, true])
  expect(lines.add('b', 5)).toBe(true)
  expect(lines.add('b', 6)).toBe(false)
  expect(['c', 'd', 'e', 'f'].map((key, item) => lines.add(key, item))).toEqual([true, true, true, false])
})
