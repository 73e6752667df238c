import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { nextOffset, pauseOf, rowsOf } from './use-list.ts'

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

test('a row that two pages of a list have appears once, in its first place and with its newest values', () => {
  const first = [
    { id: 'today', amount: '1' },
    { id: 'yesterday', amount: '2' },
  ]
  const second = [
    { id: 'yesterday', amount: '3' },
    { id: 'before', amount: '4' },
  ]
  const pages = [first, second].map((body) => ({ body, total: 4 }))
  expect(rowsOf(pages)).toEqual([first[0], second[0], second[1]])
})

test('rows of a list without an id are all shown', () => {
  const rows = [{ row: 1 }, { row: 2 }]
  expect(rowsOf([{ body: rows, total: 2 }])).toEqual(rows)
})

test('the more pages of a list are loaded, the more rarely they are read again', () => {
  const pages = [1, 2, 3].map((id) => ({ body: [{ id }], total: 3 }))
  expect(pauseOf(5_000, [])).toBe(5_000)
  expect(pauseOf(5_000, pages)).toBe(15_000)
  expect(pauseOf((rows) => rows.length > 0 && 2_000, pages)).toBe(6_000)
  expect(pauseOf((rows) => rows.length > 0 && 2_000, [])).toBe(false)
})

test('no list of the console is read again by a timer of its own, which would cancel the page that loads', () => {
  const root = fileURLToPath(new URL('../features', import.meta.url))
  const queries = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('queries.ts'))
  expect(queries.length).toBeGreaterThan(10)
  const timed = queries.filter((path) => readFileSync(join(root, path), 'utf8').includes('setInterval'))
  expect(timed).toEqual([])
})
