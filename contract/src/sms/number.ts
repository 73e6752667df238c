import { type Parsed, parseWithLibrary } from './number-library.ts'
import { internationalForm, readPlain } from './number-plain.ts'
import type { CountryCode } from 'libphonenumber-js/max'

/** Longer inputs are refused. The longest number is 15 digits and punctuation. */
const MAX_INPUT = 32

/**
 * Parses one phone number as people or programs write it. `home` is the country whose calling code an input without one
 * gets (ruling 34); with null only international numbers pass. Refuses impossible numbers: a wrong length, letters,
 * `++`, more than 32 characters, an unknown calling code, and so every short code. `valid` and `type` are hints: a
 * range may be newer than the numbering plans here.
 */
export function parseNumber(input: string, home: CountryCode | null): Parsed {
  if (input.length > MAX_INPUT) return { ok: false }
  return readPlain(internationalForm(input, home)) ?? parseWithLibrary(input, home)
}
