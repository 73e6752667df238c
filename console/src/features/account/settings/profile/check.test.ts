import { expect, test } from 'vitest'
import { checkProfile, tidy } from './check.ts'

test('both names are required', () => {
  expect(checkProfile({ firstname: ' ', lastname: '' })).toEqual({
    firstname: 'firstname_required',
    lastname: 'lastname_required',
  })
})

test('a name has 48 characters at most, as people count them', () => {
  expect(checkProfile({ firstname: '𠮷'.repeat(48), lastname: ` ${'a'.repeat(48)} ` })).toEqual({})
  expect(checkProfile({ firstname: '𠮷'.repeat(49), lastname: 'Tan' })).toEqual({ firstname: 'firstname_long' })
})

test('blanks around a name and between its words are not kept', () => {
  expect(tidy('  Mei \t Lin ')).toBe('Mei Lin')
})
