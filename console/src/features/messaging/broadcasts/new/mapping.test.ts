import { expect, test } from 'vitest'
import { columnFor, valuesOf, withoutValue } from './mapping.ts'

const columns = ['Phone', 'First name', 'Stadt', 'parcel']

test('a variable takes the column of its name, whatever its capitals, spaces and accents', () => {
  expect(columnFor('first_name', columns, {})).toBe('First name')
  expect(columnFor('cafe', ['Café'], {})).toBe('Café')
  expect(columnFor('city', columns, {})).toBe(null)
})

test('a variable takes the column that was chosen for it before, unless one has its name', () => {
  expect(columnFor('city', columns, { stadt: 'city' })).toBe('Stadt')
  expect(columnFor('parcel', columns, { stadt: 'parcel' })).toBe('parcel')
})

test('a chosen value stays, and a chosen column that the list does not have gives way', () => {
  const chosen = { first_name: { value: 'friend' }, parcel: { column: 'gone' }, city: { column: 'Stadt' } }
  expect(valuesOf(['first_name', 'parcel', 'city', 'time'], chosen, columns, {})).toEqual({
    first_name: { value: 'friend' },
    parcel: { column: 'parcel' },
    city: { column: 'Stadt' },
  })
})

test('a variable without a value, or with an empty one, is missing', () => {
  expect(withoutValue(['a', 'b', 'c'], { a: { value: ' ' }, b: { column: 'B' } })).toEqual(['a', 'c'])
})
