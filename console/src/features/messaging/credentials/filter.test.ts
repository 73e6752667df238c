import { expect, test } from 'vitest'
import { credentialFilter, isNarrowed } from './filter.ts'

const read = (search: object) => credentialFilter(search as Parameters<typeof credentialFilter>[0])
const defaults = { limit: 20, offset: 0, status: 0 }

test('an address without parameters lists the first twenty enabled credentials', () => {
  expect(read({})).toEqual(defaults)
  expect(isNarrowed(read({}))).toBe(false)
})

test('the parameters of the address are kept, with the credential in the edit dialog', () => {
  expect(read({ limit: 50, offset: 20, status: 0, edit: 'a' })).toEqual({ limit: 50, offset: 20, status: 0, edit: 'a' })
  expect(isNarrowed(read({ offset: 20 }))).toBe(true)
  expect(read({ open: 'a', code: 'ip_not_allowed' })).toEqual({ ...defaults, open: 'a', code: 'ip_not_allowed' })
  expect([read({ sort: 'created_at' }), read({ sort: 'key' })]).toEqual([{ ...defaults, sort: 'created_at' }, defaults])
})

test.each([
  { limit: 0 },
  { limit: 101 },
  { limit: 'ten' },
  { offset: -1 },
  { offset: 10_001 },
  { status: 9 },
  { edit: 7 },
  { open: '' },
  { code: 'no code' },
])('an invalid parameter falls back to its default: %o', (search) => expect(read(search)).toEqual(defaults))
