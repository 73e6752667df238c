import { expect, test } from 'vitest'
import { checkProfile, tidy } from './check.ts'

test('a profile needs both names', () => {
  expect(checkProfile({ firstname: ' ', lastname: '' })).toEqual({
    firstname: 'firstname_required',
    lastname: 'lastname_required',
  })
})

test('a name has at most 48 characters, as people count them', () => {
  expect(checkProfile({ firstname: '𠮷'.repeat(48), lastname: ` ${'a'.repeat(48)} ` })).toEqual({})
  expect(checkProfile({ firstname: '𠮷'.repeat(49), lastname: 'Tan' })).toEqual({ firstname: 'firstname_long' })
})

test('spaces around a name are dropped, and repeated spaces between its words become one', () => {
  expect(tidy('  Mei \t Lin ')).toBe('Mei Lin')
})
