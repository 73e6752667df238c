import { type CountryCode, type PhoneNumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'

interface ParsedNumber {
  readonly ok: true
  /** + and 7 to 15 digits. */
  readonly e164: string
  /** ISO 3166 alpha-2; null only for non-geographic calling codes such as +800. */
  readonly iso: string | null
  /** Calling code. */
  readonly cc: number
  readonly possible: true
  readonly valid: boolean
  readonly type: PhoneNumberType | null
}

export type Parsed = ParsedNumber | { readonly ok: false }

/** Full-width forms of ASCII, and zero-width marks that come along when a number is copied from a screen. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const MARKS = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const SCHEME = /^tel:/i

/**
 * Parses every number that is not plain digits, and is the reference that the fast parser is tested against. 10 to 14
 * µs.
 */
export function parseWithLibrary(input: string, home: CountryCode | null): Parsed {
  const tidy = input.replace(FULL_WIDTH, toAscii).replace(MARKS, '').trim().replace(SCHEME, '')
  const number = parsePhoneNumberFromString(tidy, { extract: false, ...(home && { defaultCountry: home }) })
  if (!number?.isPossible()) return { ok: false }
  return {
    ok: true,
    e164: number.number,
    iso: number.country ?? mainCountry(number.countryCallingCode),
    cc: Number(number.countryCallingCode),
    possible: true,
    valid: number.isValid(),
    type: number.getType() ?? null,
  }
}

/** The country that leads a shared calling code. A number in an unassigned range counts as this country's. */
const mainCountry = (callingCode: string): CountryCode | null =>
  metadata.country_calling_codes[callingCode]?.[0] ?? null

const toAscii = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)
