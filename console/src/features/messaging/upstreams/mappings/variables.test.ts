import { expect, test } from 'vitest'
import { inOrder } from './variables.ts'

test('the stored order stays, without variables that the template lost and with new ones behind', () => {
  expect(inOrder(['minutes', 'gone', 'code'], ['code', 'minutes', 'name'])).toEqual(['minutes', 'code', 'name'])
})

test('a mapping without an order begins with that of the template', () => {
  expect(inOrder([], ['code', 'minutes'])).toEqual(['code', 'minutes'])
})
