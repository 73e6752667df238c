import { expect, test } from 'vitest'
import { priceFilter } from './filter.ts'

test.each([
  [{ q: 'de' }, { q: 'de' }],
  [{ q: 65 }, { q: '65' }],
  [{ q: '' }, {}],
  [{ q: ['de'] }, {}],
  [{}, {}],
])('the address %o gives the filter %o', (search, filter) => {
  // as the router passes it: any value may stand in an address
  expect(priceFilter(search as Parameters<typeof priceFilter>[0])).toEqual(filter)
})
