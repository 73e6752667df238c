import { expect, test } from 'vitest'
import { readSupportSearch } from './list-search.ts'

test('the filter of the tickets is read from the address, and what no ticket has is left out', () => {
  const typed = { state: 'solved', category: 'billing', text: 3, sort: 'no' }
  expect(readSupportSearch(typed)).toEqual({ ...typed, text: '3' })
  expect(readSupportSearch({ state: 'open', category: 'x', text: ' ', sort: 'subject' })).toEqual({})
})
