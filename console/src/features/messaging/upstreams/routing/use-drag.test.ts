import { expect, test } from 'vitest'
import { placeAt } from './use-drag.ts'

const rows = [0, 100, 200, 300].map((top) => ({ top, bottom: top + 100 }))

test('a dragged rule takes the place before or behind the row under the pointer, by its half', () => {
  expect([10, 60, 110, 160, 210, 260].map((height) => placeAt(rows, 0, height))).toEqual([0, 0, 0, 1, 1, 2])
  expect([10, 60, 110, 160, 210, 260].map((height) => placeAt(rows, 2, height))).toEqual([0, 1, 1, 2, 2, 2])
})

test('a dragged rule is never placed behind the default one', () => {
  expect([310, 390, 900].map((height) => placeAt(rows, 0, height))).toEqual([2, 2, 2])
})
