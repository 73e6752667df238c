import { parseNumber } from '@hongyan/contract/sms/number'
import { maskedNumber } from './masked-number.ts'

/** A shorter national number is only found with its calling code: its digits also occur in amounts and times. */
const NATIONAL_LEAST = 7
/** The characters that people write between the digits of a number. */
const BETWEEN = '[\\s().\\u2010-\\u2015/-]{0,3}'

/** Finds one phone number in texts, as people write it. */
export interface NumberInText {
  /** Digits that every text with the number contains, once its other characters are left out. */
  readonly digits: string
  /** The text with the number masked wherever it stands; the text itself where it has none. */
  readonly masked: (text: string) => string
  /** The same within the texts of JSON. */
  readonly maskedJson: (json: string) => string
}

/** Finds a number in E.164, with its calling code or without, and with any spacing. */
export function numberInText(e164: string): NumberInText {
  const parsed = parseNumber(e164, null)
  const code = parsed.ok ? String(parsed.cc) : ''
  const national = e164.slice(1 + code.length)
  const spaced = (digits: string): string => Array.from(digits).join(BETWEEN)
  const prefix = `(?:(?:\\+|00)${BETWEEN})?${spaced(code)}${BETWEEN}(?:\\(0\\)${BETWEEN})?`
  const optional = national.length >= NATIONAL_LEAST ? '?' : ''
  const pattern = new RegExp(`(?<!\\d)(?:${prefix})${optional}(?:0${BETWEEN})?\\(?${spaced(national)}(?!\\d)`, 'g')
  const masked = (text: string): string => text.replaceAll(pattern, () => maskedNumber(e164))
  const maskedValue = (_: string, value: unknown): unknown => (typeof value === 'string' ? masked(value) : value)
  return { digits: national, masked, maskedJson: (json) => JSON.stringify(JSON.parse(json, maskedValue)) }
}
