import { expect, test } from 'vitest'
import { statement } from './tx.ts'

test('a statement’s name belongs to one text', () => {
  const named = () => statement('tx.test', 'select 1')
  expect(named()).toEqual(named())
  expect(() => statement('tx.test', 'select 2')).toThrow('tx.test is the name of another statement')
})
