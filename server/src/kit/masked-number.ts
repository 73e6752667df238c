import { parseNumber } from '@hongyan/contract/sms/number'

/** Digits that a masked number does not show. */
export const HIDDEN = '••• ••'
/** The last national digits of a number, of which a mask shows two. */
const MASKED_DIGITS = 7

/** The calling code of numbers by their first three digits, which no two codes share. Parsing a number is slow. */
const callingCodes = new Map<string, string>()
const CODE_DIGITS = 3

function callingCodeOf(e164: string): string | null {
  const start = e164.slice(1, 1 + CODE_DIGITS)
  const known = callingCodes.get(start)
  if (known !== undefined) return known
  const parsed = parseNumber(e164, null)
  if (!parsed.ok) return null
  callingCodes.set(start, String(parsed.cc))
  return String(parsed.cc)
}

/** `+65 9••• ••08`: the calling code and the digits before the last seven, and the last two. */
export function maskedNumber(e164: string): string {
  const code = callingCodeOf(e164)
  if (code === null) return `${HIDDEN}${e164.slice(-2)}`
  const national = e164.slice(1 + code.length)
  return `+${code} ${national.slice(0, Math.max(0, national.length - MASKED_DIGITS))}${HIDDEN}${e164.slice(-2)}`
}
