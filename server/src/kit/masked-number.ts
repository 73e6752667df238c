import { parseNumber } from '@hongyan/contract/sms/number'

/** Digits that a masked number does not show. */
export const HIDDEN = '••• ••'
/** The last national digits of a number, of which a mask shows two. */
const MASKED_DIGITS = 7

/** `+65 9••• ••08`: the calling code and the digits before the last seven, and the last two. */
export function maskedNumber(e164: string): string {
  const parsed = parseNumber(e164, null)
  if (!parsed.ok) return `${HIDDEN}${e164.slice(-2)}`
  const national = e164.slice(1 + String(parsed.cc).length)
  return `+${parsed.cc} ${national.slice(0, Math.max(0, national.length - MASKED_DIGITS))}${HIDDEN}${e164.slice(-2)}`
}
