import { expect, test } from 'vitest'
import { nextOffset } from './use-list.ts'

const page = (length: number, total: number | null) => ({ body: Array(length).fill(0), total })

test('the next page starts after the loaded rows', () => {
  expect(nextOffset([page(20, 50)], 0)).toBe(20)
  expect(nextOffset([page(20, 50), page(20, 50)], 0)).toBe(40)
  expect(nextOffset([page(20, 50)], 10)).toBe(30)
})

test('the last row, an empty page and a missing count end the list', () => {
  expect(nextOffset([page(20, 50), page(20, 50), page(10, 50)], 0)).toBeUndefined()
  expect(nextOffset([page(20, 50), page(0, 50)], 0)).toBeUndefined()
  expect(nextOffset([page(20, null)], 0)).toBeUndefined()
})
