import { expect, test } from 'vitest'
import { credentialFilter, isNarrowed } from './filter.ts'

const read = (search: object) => credentialFilter(search as Parameters<typeof credentialFilter>[0])
const defaults = { limit: 20, offset: 0, status: 0 }

test('without a word in the address, the first twenty enabled credentials are meant', () => {
  expect(read({})).toEqual(defaults)
  expect(isNarrowed(read({}))).toBe(false)
})

test('what the address says is kept, with the credential that is being edited', () => {
  expect(read({ limit: 50, offset: 20, status: 0, edit: 'a' })).toEqual({ limit: 50, offset: 20, status: 0, edit: 'a' })
  expect(isNarrowed(read({ offset: 20 }))).toBe(true)
})

test.each([
  { limit: 0 },
  { limit: 101 },
  { limit: 'ten' },
  { offset: -1 },
  { offset: 10_001 },
  { status: 9 },
  { edit: 7 },
])('what makes no sense falls back to its default: %o', (search) => expect(read(search)).toEqual(defaults))
