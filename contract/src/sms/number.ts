import { type Parsed, parseWithLibrary } from './number-library.ts'
import { internationalForm, readPlain } from './number-plain.ts'
import type { CountryCode } from 'libphonenumber-js/max'

/** Longest input that is looked at; the longest number is 15 digits and punctuation. */
const MAX_INPUT = 32

/**
 * Reads one phone number as a person or a program writes it. `home` is the country whose calling code is assumed where
 * the input has none (ruling 34); with null only international numbers pass.
 *
 * Refused is what cannot be a number: an impossible length, letters, `++`, more than 32 characters, an unknown calling
 * code, and with it every short code. `valid` and `type` are soft: a range may be newer than the numbering plans here.
 */
export function parseNumber(input: string, home: CountryCode | null): Parsed {
  if (input.length > MAX_INPUT) return { ok: false }
  return readPlain(internationalForm(input, home)) ?? parseWithLibrary(input, home)
}
