import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  birthDateOf,
  checkResidentNumber,
  checkUscc,
  isDate,
  maskName,
  maskNumber,
  plainNumber,
  yearsBetween,
} from './identity-numbers.ts'

const vectors = new URL('../vectors/ids.json', import.meta.url)
const TODAY = '2026-11-20'

describe('independent vectors', () => {
  const Row = z.object({ value: z.string(), expected: z.enum(['valid', 'normalise', 'invalid']), why: z.string() })
  const rows = z
    .object({ uscc: z.array(Row).length(36), id: z.array(Row).length(37) })
    .parse(JSON.parse(readFileSync(vectors, 'utf8')))

  test.each(rows.uscc)('the credit code "$value" is $expected: $why', ({ value, expected }) => {
    expect(checkUscc(plainNumber(value)) === 'ok').toBe(expected !== 'invalid')
    expect(checkUscc(value) === 'ok').toBe(expected === 'valid')
  })

  test.each(rows.id)('the identity number "$value" is $expected: $why', ({ value, expected }) => {
    expect(checkResidentNumber(plainNumber(value), TODAY) === 'ok').toBe(expected !== 'invalid')
    expect(checkResidentNumber(value, TODAY) === 'ok').toBe(expected === 'valid')
  })
})

test('one changed or two swapped characters of a number are always noticed', () => {
  const digits = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.nat(16), digits, (place, digit) => {
      const number = '99999919880808007X'
      const changed = number.slice(0, place) + String(digit) + number.slice(place + 1)
      fc.pre(changed !== number)
      expect(checkResidentNumber(changed, TODAY)).not.toBe('ok')
      const swapped = number.replace(new RegExp(`^(.{${place}})(.)(.)`), '$1$3$2')
      fc.pre(number[place] !== number[place + 1])
      expect(checkResidentNumber(swapped, TODAY)).not.toBe('ok')
    }),
  )
})

test('the cause of a refused number is its form, its check character or its date', () => {
  expect(checkResidentNumber('99999919900101001', TODAY)).toBe('form')
  expect(checkResidentNumber('999999199001010010', TODAY)).toBe('checksum')
  expect(checkResidentNumber('999999199002300015', TODAY)).toBe('date')
  expect(checkUscc('91999999')).toBe('form')
  expect(checkUscc('91999999EJGC9P6N5U')).toBe('checksum')
  expect(birthDateOf('999999199001010016')).toBe('1990-01-01')
})

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['today', false],
])('the text %s is a date: %s', (text, is) => {
  expect(isDate(text)).toBe(is)
})

test.each([
  ['2008-11-20', '2026-11-20', 18],
  ['2008-11-21', '2026-11-20', 17],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
])('a person born on %s is on %s %i years old', (born, today, years) => {
  expect(yearsBetween(born, today)).toBe(years)
})

test.each([
  ['999999199001010016', '**************0016'],
  ['AB123456', '******56'],
  ['123', '***'],
  ['', ''],
])('the number %s is masked as %s', (number, masked) => {
  expect(maskNumber(number)).toBe(masked)
})

test.each([
  ['陈嘉禾', '陈**'],
  ['云帆速递有限公司', '云*******'],
  ['Mei Tan', 'M** T**'],
  ['Ö', 'Ö'],
])('the name %s is masked as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})
