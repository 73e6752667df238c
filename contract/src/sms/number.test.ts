import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseWithLibrary } from './number-library.ts'
import { internationalForm, readPlain } from './number-plain.ts'
import { parseNumber } from './number.ts'

const e164 = (input: string, home: CountryCode | null) => {
  const parsed = parseNumber(input, home)
  return parsed.ok ? parsed.e164 : null
}

test('a number without plus is read with the home country’s calling code', () => {
  expect(e164('2065550100', 'US')).toBe('+12065550100')
  expect(e164('13800138000', 'CN')).toBe('+8613800138000')
  expect(e164('2065550100', null)).toBeNull()
})

test('a calling code or an exit code in the input is not added again', () => {
  expect(e164('12065550100', 'US')).toBe('+12065550100')
  expect(e164('8613800138000', 'CN')).toBe('+8613800138000')
  expect(e164('01112065550100', 'US')).toBe('+12065550100')
  expect(e164('0012065550100', 'CN')).toBe('+12065550100')
})

test('full-width digits are read as digits', () =>
  expect(e164('＋８６１３８００１３８０００', null)).toBe('+8613800138000'))

test.each(['10086', '95588', '911', '72345', '+8610086', '+1911'])(
  'the short code %s is refused as a destination',
  (code) => {
    expect([e164(code, 'CN'), e164(code, 'US'), e164(code, null)]).toEqual([null, null, null])
  },
)

test.each(['++12065550100', '+1 800 FLOWERS', 'call +12065550100', '+12065550100 now', '+12065550100x', '', '+', ' '])(
  'the input "%s" is refused as a number',
  (input) => expect([e164(input, 'US'), e164(input, null)]).toEqual([null, null]),
)

test('an input longer than 32 characters is refused without parsing', () => {
  expect(e164(`+1 206 555 0100${' '.repeat(17)}`, null)).toBe('+12065550100')
  expect(e164(`+1 206 555 0100${' '.repeat(18)}`, null)).toBeNull()
})

test('a possible number in no known range is accepted as invalid, under the calling code’s main country', () => {
  expect(parseNumber('+12060000123', null)).toEqual({
    ok: true,
    e164: '+12060000123',
    iso: 'US',
    cc: 1,
    possible: true,
    valid: false,
    type: null,
  })
})

test('a number has no country only under a non-geographic calling code', () => {
  expect(parseNumber('+80012345678', null)).toMatchObject({ iso: null, cc: 800, type: 'TOLL_FREE' })
})

describe('the fast parser and the library agree', () => {
  const callingCodes = [...Object.keys(metadata.country_calling_codes), ...Object.keys(metadata.nonGeographic)]
  const digits = (minLength: number, maxLength: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((all) => all.join(''))

  test('on numbers with plus, under every calling code', () =>
    fc.assert(
      fc.property(fc.constantFrom(...callingCodes, ''), digits(4, 14), (code, rest) => {
        const input = `+${code}${rest}`
        expect(parseNumber(input, null)).toEqual(parseWithLibrary(input, null))
      }),
      { numRuns: 5_000 },
    ))

  test.each(['1', '7', '39', '44', '61', '86', '852'])('on numbers of +%s, in its ranges', (code) =>
    fc.assert(
      fc.property(digits(7, 11), (rest) => {
        const input = `+${code}${rest}`
        expect(parseNumber(input, null)).toEqual(parseWithLibrary(input, null))
      }),
      { numRuns: 1_000 },
    ),
  )

  test.each(['US', 'CN', 'GB', 'CA'] as const)('on national numbers with the home country %s', (home) =>
    fc.assert(
      fc.property(digits(3, 14), (input) => {
        expect(parseNumber(input, home)).toEqual(parseWithLibrary(input, home))
      }),
      { numRuns: 2_000 },
    ),
  )

  test('while ordinary numbers take the fast parser', () => {
    const ordinary = ['+12065550100', '+8613800138000', '+447400123456', '+33612345678', '+919876543210']
    expect(ordinary.map((input) => readPlain(input)?.ok)).toEqual(ordinary.map(() => true))
    expect(internationalForm('13800138000', 'CN')).toBe('+8613800138000')
    expect(internationalForm('2065550100', 'US')).toBe('+12065550100')
  })
})

const vectors = new URL('../../vectors/numbers.json', import.meta.url)

describe('independent vectors', () => {
  const Row = z.object({
    input: z.string(),
    default_country: z.custom<CountryCode>((code) => typeof code === 'string' && isSupportedCountry(code)).nullable(),
    expected: z.object({
      accept: z.boolean(),
      possible: z.boolean().optional(),
      e164: z.string().optional(),
      iso: z.string().nullable().optional(),
      type: z.string().optional(),
    }),
    parsed_as: z.string().optional(),
  })
  const rows = z.object({ cases: z.array(Row).min(1) }).parse(JSON.parse(readFileSync(vectors, 'utf8'))).cases

  /**
   * Inputs that are possible numbers by the vectors, but that this parser refuses: specification section 5 excludes a
   * doubled plus, letters and short codes.
   */
  const refusedBySpecification = new Set(['++12065550100', '+1 800 FLOWERS', '10086', '95588'])

  test.each(rows)(
    'the number "$input" with the home country $default_country',
    ({ input, default_country: home, expected, parsed_as }) => {
      const parsed = parseNumber(input, home)
      const possible = !refusedBySpecification.has(input) && (expected.possible ?? expected.accept)
      if (!possible) return expect(parsed).toEqual({ ok: false })
      const { e164, iso, type } = expected
      return expect(parsed).toMatchObject(
        expected.accept
          ? { ok: true, possible: true, valid: true, e164, iso, type }
          : { ok: true, possible: true, valid: false, ...(parsed_as && { e164: parsed_as }) },
      )
    },
  )
})
