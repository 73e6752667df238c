import { expect, test } from 'vitest'
import { inOrder } from './variables.ts'

test('the stored order stays, without variables that the template lost and with new ones behind', () => {
  const mapping = { variables: ['minutes', 'gone', 'code'], template_variables: ['code', 'minutes', 'name'] }
  expect(inOrder(mapping)).toEqual(['minutes', 'code', 'name'])
})

test('a mapping without an order begins with that of the template', () => {
  expect(inOrder({ variables: [], template_variables: ['code', 'minutes'] })).toEqual(['code', 'minutes'])
})
