import { expect, test } from 'vitest'
import { filterOf, readSearch } from './search.ts'

test('every filter of an address is kept, with the order and the open sender', () => {
  const search = {
    status: 0,
    kind: 6,
    scene: 3,
    region: 'cn',
    filing: 'lapsed',
    text: '鸿雁',
    sort: 'created_at',
    open: 'a',
  }
  expect(readSearch(search)).toEqual(search)
  expect(filterOf(readSearch(search))).toEqual({
    status: 0,
    kind: 6,
    scene: 3,
    region: 'cn',
    filing: 'lapsed',
    text: '鸿雁',
  })
})

test('a name of digits that the router reads as a number is a text again', () => {
  expect(readSearch({ text: 360 })).toEqual({ text: '360' })
})

test.each([
  { status: 9 },
  { kind: 7 },
  { scene: 0 },
  { region: 'us' },
  { filing: 'lost' },
  { text: ' ' },
  { at: 'secret' },
])('an invalid parameter is left out: %o', (search) => expect(readSearch(search)).toEqual({}))

test('the address of an open form opens at a field', () => {
  expect(readSearch({ form: 'new', like: 'a', at: 'purpose' })).toEqual({ form: 'new', like: 'a', at: 'purpose' })
  expect(filterOf(readSearch({ form: 'new', like: 'a', at: 'purpose' }))).toEqual({})
})
