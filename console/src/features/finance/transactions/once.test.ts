import { expect, test } from 'vitest'
import { once } from './once.ts'

test('a row that two pages bring stands in its first place, as the later page tells it', () => {
  const first = [
    { id: 'today', amount: '1' },
    { id: 'yesterday', amount: '2' },
  ]
  const second = [
    { id: 'yesterday', amount: '3' },
    { id: 'before', amount: '4' },
  ]
  expect(once([...first, ...second])).toEqual([first[0], second[0], second[1]])
})
