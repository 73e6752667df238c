import { expect, test } from 'vitest'
import { choosable, isShown, readLayout } from './layout.ts'

const none = { columns: {}, dense: false }

test('a list without a kept layout shows all columns but the rare ones', () => {
  expect(readLayout('')).toEqual(none)
  expect([{ title: 'time' }, { title: 'created', rare: true }].map((column) => isShown(column, none))).toEqual([
    true,
    false,
  ])
})

test('a kept layout hides and shows columns, and is dense', () => {
  const kept = { columns: { time: false, created: true }, dense: true }
  expect(readLayout(JSON.stringify(kept))).toEqual(kept)
  expect([{ title: 'time' }, { title: 'created', rare: true }].map((column) => isShown(column, kept))).toEqual([
    false,
    true,
  ])
})

test('the identifying column and the controls of a row cannot be hidden', () => {
  const columns = [{ title: 'id', fixed: true }, { title: 'edit', quiet: true }, { title: 'time' }]
  expect(choosable(columns)).toEqual([{ title: 'time' }])
  const layout = { columns: { id: false, edit: false }, dense: false }
  expect(columns.map((column) => isShown(column, layout))).toEqual([true, true, true])
})

test.each(['{', '[]', 'null', '{"columns":[],"dense":1}', '{"columns":{"time":"no"}}'])(
  'an invalid layout falls back to the default: %s',
  (text) => expect(readLayout(text)).toEqual(none),
)
