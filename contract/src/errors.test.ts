import { expect, test } from 'vitest'
import { type ErrorCode, type ErrorRow, errors, errorText } from './errors.ts'

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

test('every error number of the send API has one name', () => {
  const names = new Map<string, Set<string>>()
  for (const [, row] of rows) names.set(row.number, (names.get(row.number) ?? new Set()).add(row.word))
  expect([...names].filter(([, set]) => set.size > 1)).toEqual([])
})

test('an English error sentence is followed by a space, a Chinese one is not', () => {
  expect(errorText('not_found', 'en')).toBe('Not found. Check the address or ID.')
  expect(errorText('not_found', 'zh-CN')).toBe('资源不存在。请检查地址或 ID。')
})

test.each<[ErrorCode, string, string, string, string]>([
  [
    'invalid_request',
    '“to[3]” is invalid. Correct it and try again.',
    '参数“to[3]”不合法。请修改后重试。',
    'A field is invalid. Correct it and try again.',
    '参数不合法。请修改后重试。',
  ],
  [
    'missing_template_data',
    'Template variable “to[3]” is required. Add it to the request.',
    '缺少模板变量“to[3]”。请补充后重试。',
    'Template variable is required. Add it to the request.',
    '缺少模板变量。请补充后重试。',
  ],
])('the sentence of %s names the field where there is one', (code, english, chinese, unnamed, unnamedChinese) => {
  expect([errorText(code, 'en', 'to[3]'), errorText(code, 'zh-CN', 'to[3]')]).toEqual([english, chinese])
  expect([errorText(code, 'en'), errorText(code, 'zh-CN')]).toEqual([unnamed, unnamedChinese])
})

test('a field that looks like a replacement pattern is shown as it is', () => {
  expect(errorText('restricted_params', 'en', '$&')).toBe('“$&” isn’t allowed here. Remove it from the request.')
})

test.each(rows)('the text of %s has at most 15 English words and no placeholder when no field is named', (code) => {
  const text = errorText(code as ErrorCode, 'en') // Object.entries types a key as string
  expect(text.split(' ').length).toBeLessThanOrEqual(15)
  expect(text + errorText(code as ErrorCode, 'zh-CN')).not.toContain('{') // the same
})
