import { expect, test } from 'vitest'
import { uniqueRows } from './unique-rows.ts'

test('a row on two pages appears once, in its first place and with its newest values', () => {
  const first = [
    { id: 'today', amount: '1' },
    { id: 'yesterday', amount: '2' },
  ]
  const second = [
    { id: 'yesterday', amount: '3' },
    { id: 'before', amount: '4' },
  ]
  expect(uniqueRows([...first, ...second])).toEqual([first[0], second[0], second[1]])
})
