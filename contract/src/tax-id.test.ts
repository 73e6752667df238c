import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isTaxId } from './tax-id.ts'

test.each([
  ['US', '12-3456789'],
  ['DE', 'DE 123 456 789'],
  ['DE', '123456789'],
  ['GR', 'EL123456789'],
  ['NL', 'nl123456789B01'],
  ['GB', 'GB123456789'],
  ['IE', 'IE1234567FA'],
  ['SG', 'whatever 1'],
  ['', '12'],
  ['CN', ''],
])('the format of %s accepts %s', (country, id) => {
  expect(isTaxId(country, id)).toBe(true)
})

test.each([
  ['US', '12-345678'],
  ['DE', 'FR123456789'],
  ['DE', 'DE12345678'],
  ['NL', 'NL123456789C01'],
  ['CN', '12345'],
])('the format of %s refuses %s', (country, id) => {
  expect(isTaxId(country, id)).toBe(false)
})

const vectors = new URL('../vectors/ids.json', import.meta.url)

describe('independent vectors', () => {
  const Row = z.object({ value: z.string(), expected: z.enum(['valid', 'normalise', 'invalid']) })
  const rows = z.object({ uscc: z.array(Row).min(1) }).parse(JSON.parse(readFileSync(vectors, 'utf8'))).uscc
  // A tax id is optional, so isTaxId accepts an empty one.
  test.each(rows.filter(({ value }) => value !== ''))('the tax id "$value" is $expected', ({ value, expected }) => {
    expect(isTaxId('CN', value)).toBe(expected !== 'invalid')
  })
})
