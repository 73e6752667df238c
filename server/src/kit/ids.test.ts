import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountId, momentOf, uuidv7 } from './ids.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('an id is a UUIDv7 that holds its millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), (millis) => {
      const id = uuidv7(new Date(millis + 1e14))
      expect(id).toMatch(UUID_V7)
    }),
  )
  const moment = new Date('2186-11-20T10:00:00.123Z')
  expect(momentOf(uuidv7(new Date(0)))).toEqual(new Date(0))
  expect(momentOf(uuidv7(moment))).toEqual(moment)
})

test('ids of one millisecond increase, even beyond the range of the counter', () => {
  const moment = new Date('2187-01-01T00:00:00Z')
  const ids = Array.from({ length: 10_000 }, () => uuidv7(moment))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(momentOf(ids.at(-1) ?? '').getTime() - moment.getTime()).toBeLessThan(10)
})

test('a clock corrected backwards does not make ids go backwards', () => {
  const first = uuidv7(new Date('2188-01-01T00:00:05Z'))
  const second = uuidv7(new Date('2188-01-01T00:00:02Z'))
  expect(second > first).toBe(true)
})

test('ids follow a clock that is set far back', () => {
  uuidv7(new Date('2189-01-01T00:00:00Z'))
  const id = uuidv7(new Date('2020-01-01T00:00:00Z'))
  expect(momentOf(id)).toEqual(new Date('2020-01-01T00:00:00Z'))
})

test('an account id holds a random 40-bit number', () => {
  const ids = Array.from({ length: 1000 }, accountId)
  expect(ids.every((id) => /^0{8}-0{4}-0{4}-0{4}-00[0-9a-f]{10}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
