import { describe, expect, test } from 'vitest'
import { countFilters, oneOf, rangeReaders, readAddress, type Readers, text, without, withPart } from './address.ts'
import type { RangeSearch } from './range.ts'

interface Search extends RangeSearch {
  status?: number
  id?: string
}
const readers: Readers<Search> = {
  ...rangeReaders,
  status: oneOf([0, 1]),
  id: text((typed) => (typed.startsWith('m') ? typed : null)),
}
const read = (search: object) => readAddress<Search>(readers, search)

test('an address holds every part of a filter', () => {
  const search = { from: '2026-11-01', to: '2026-11-30', status: 0, id: 'm1' }
  expect(read(search)).toEqual(search)
  expect(read({ period: '7d' })).toEqual({ period: '7d' })
})

test.each([{ from: '2026-02-30' }, { to: 20261120 }, { period: '8d' }, { status: '1' }, { id: 'x' }, { limit: 100 }])(
  'an invalid or unknown part of the address is left out: %o',
  (search) => expect(read(search)).toEqual({}),
)

test('a period stands alone, and a range never ends before it begins', () => {
  expect(read({ period: 'today', from: '2026-11-01', to: '2026-11-02' })).toEqual({ period: 'today' })
  expect(read({ from: '2026-11-02', to: '2026-11-01' })).toEqual({ from: '2026-11-02' })
  expect(read({ from: '2026-11-02', to: '2026-11-02' })).toEqual({ from: '2026-11-02', to: '2026-11-02' })
})

describe('a part of the search', () => {
  test('one part of a search is set or removed, and the others stay', () => {
    const search: Search = { status: 1, id: 'm1' }
    expect(withPart(search, 'status', 0)).toEqual({ status: 0, id: 'm1' })
    expect(withPart(search, 'id', undefined)).toEqual({ status: 1 })
  })

  test('a part of a search is left out by its name', () =>
    expect(without({ status: 1, id: 'm1' }, 'id')).toEqual({ status: 1 }))
})

test('a range counts as one filter, the open record and the order as none', () => {
  const search = { from: '2026-11-02', to: '2026-11-03', status: 0, open: 'm1', sort: '-at' }
  expect(countFilters(search)).toBe(2)
  expect([countFilters({ period: 'today' }), countFilters({})]).toEqual([1, 0])
})
