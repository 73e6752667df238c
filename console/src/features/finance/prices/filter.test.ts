import { expect, test } from 'vitest'
import { priceFilter } from './filter.ts'

test.each([
  [{ q: 'de' }, { q: 'de' }],
  [{ q: 65 }, { q: '65' }],
  [{ q: '' }, {}],
  [{ q: ['de'] }, {}],
  [{}, {}],
])('the address %o says %o', (search, filter) => {
  // Made up as the router hands it over: anything may stand in an address.
  expect(priceFilter(search as Parameters<typeof priceFilter>[0])).toEqual(filter)
})
