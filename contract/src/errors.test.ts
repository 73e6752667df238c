import { expect, test } from 'vitest'
import { type ErrorRow, errors, errorText } from './errors.ts'

const rows: [string, ErrorRow][] = Object.entries(errors)

test.each(rows)('the error %s has every column, in both languages', (code, row) => {
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  expect(row.number).toMatch(/^10\d{4}$/)
  expect(row.word).toMatch(/^[A-Z][A-Za-z]+$/)
  expect(row.http).toBeGreaterThanOrEqual(400)
  expect(row.smpp).toBeGreaterThan(0)
  for (const words of [row.en, row.zh]) {
    expect(words.what.length).toBeGreaterThan(4)
    expect(words.todo.length).toBeGreaterThan(3)
  }
  expect(row.en.what + row.en.todo).not.toMatch(/\p{Script=Han}/u)
  expect(row.zh.what + row.zh.todo).toMatch(/\p{Script=Han}/u)
})

test('no two error codes of the send API share a number with different names', () => {
  const words = new Map<string, Set<string>>()
  for (const [, row] of rows) words.set(row.number, (words.get(row.number) ?? new Set()).add(row.word))
  expect([...words].filter(([, set]) => set.size > 1)).toEqual([])
})

test('an English error sentence is followed by a space, a Chinese one is not', () => {
  expect(errorText('not_found', 'en')).toBe('There is nothing here. Check the address or the id.')
  expect(errorText('not_found', 'zh-CN')).toBe('没有找到所请求的内容。请检查地址或编号。')
})
