import { expect, test } from 'vitest'
import { readSearch } from './filter.ts'

test.each([
  [{ q: 'de' }, { q: 'de' }],
  [{ q: 65 }, { q: '65' }],
  [{ q: '' }, {}],
  [{ q: ['de'] }, {}],
  [{ sort: '-marketing' }, { sort: '-marketing' }],
  [{ sort: 'iso2' }, {}],
  [{}, {}],
])('the address %o gives the search %o', (search, found) => expect(readSearch(search)).toEqual(found))
