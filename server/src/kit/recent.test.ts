import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

test('the newest entries are kept, and at most two generations of them', () => {
  const recent = createRecent<number, string>(3)
  for (let key = 1; key <= 7; key += 1) recent.set(key, `value ${key}`)

  expect([1, 2, 3].map(recent.get)).toEqual([undefined, undefined, undefined])
  expect([4, 5, 6, 7].map(recent.get)).toEqual(['value 4', 'value 5', 'value 6', 'value 7'])
})

test('the newest value of a key wins, and a deleted key is gone from both generations', () => {
  const recent = createRecent<string, number>(1)
  recent.set('a', 1)
  recent.set('a', 2)
  expect(recent.get('a')).toBe(2)

  recent.delete('a')
  expect(recent.get('a')).toBeUndefined()
})
