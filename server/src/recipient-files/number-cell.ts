import { parseNumber } from '@hongyan/contract/sms/number'

/** The country of numbers without a calling code. */
export type HomeCountry = NonNullable<Parameters<typeof parseNumber>[1]>

/** A cell as a phone number. */
export type NumberCell =
  | { readonly kind: 'number'; readonly to: string; readonly country: string; readonly isKnown: boolean }
  | { readonly kind: 'invalid' | 'scientific' | 'landline' }

/** 1.38E+10, as a spreadsheet shows a long number and writes it into a text file. */
const SCIENTIFIC = /^\+?\d(?:[.,]\d+)?e\+?\d{1,2}$/i
/** A program that reads numbers as fractions writes 13800138000.0. */
const WHOLE_FRACTION = /^(\+?\d{7,15})\.0+$/
/** Digits with signs between them, which the fast parser does not read. */
const GROUPED = /^\+?\d[\d\s.\u2010-\u2015\u00a0-]*$/
const SIGNS = /[^\d+]/g
/** A formula that only holds a text: ="13800138000". */
const TEXT_FORMULA = /^="(.*)"$/
const APOSTROPHES = /^['’‘`]+/
const EXIT_CODE = /^00(?=[1-9])/
const FULL_WIDTH = /[\uff01-\uff5e]/g

const plain = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)

/** A number as it was meant: without the marks that make a spreadsheet keep it as text, and without signs between digits. */
function tidyNumber(cell: string): string {
  const text = cell.replace(FULL_WIDTH, plain).replace(TEXT_FORMULA, '$1').trim().replace(APOSTROPHES, '')
  const whole = text.replace(WHOLE_FRACTION, '$1')
  return GROUPED.test(whole) ? whole.replace(SIGNS, '') : whole
}

const INVALID: NumberCell = { kind: 'invalid' }

/**
 * Reads a cell as a phone number. One in scientific notation has lost digits and is not guessed at. A landline is one
 * whose numbering plan says so; where landlines and mobiles share their ranges it counts as a number.
 */
export function readNumberCell(cell: string, home: HomeCountry): NumberCell {
  const tidy = tidyNumber(cell)
  if (tidy === '') return INVALID
  if (SCIENTIFIC.test(tidy)) return { kind: 'scientific' }
  const direct = parseNumber(tidy, home)
  const parsed = direct.ok || !EXIT_CODE.test(tidy) ? direct : parseNumber(tidy.replace(EXIT_CODE, '+'), null)
  if (!parsed.ok || parsed.iso === null) return INVALID
  if (parsed.type === 'FIXED_LINE') return { kind: 'landline' }
  return { kind: 'number', to: parsed.e164, country: parsed.iso, isKnown: parsed.valid }
}
