/** Plain instead of full-width characters, capitals, without blanks. */
export const plainNumber = (typed: string): string => typed.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '')

const USCC_SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const USCC = /^[1-9A-HJ-NP-RTUWXY][0-9A-HJ-NP-RTUWXY]\d{6}[0-9A-HJ-NP-RTUWXY]{10}$/

/** The result of checking a number: its form first, then what the form cannot tell. */
export type NumberCheck = 'ok' | 'form' | 'checksum' | 'date'

/**
 * Checks China's unified social credit code in its plain spelling: department, category, six digits of a region,
 * organisation, check character (GB 32100-2015).
 */
export function checkUscc(code: string): NumberCheck {
  if (!USCC.test(code)) return 'form'
  const values = Array.from(code, (sign) => USCC_SIGNS.indexOf(sign))
  // The weighted sum by Horner's method; the check character makes it a multiple of 31.
  const sum = values.slice(0, -1).reduceRight((total, value) => total * 3 + value, 0)
  return sum % 31 === (31 - (values.at(-1) ?? 0)) % 31 ? 'ok' : 'checksum'
}

const RESIDENT = /^\d{17}[\dX]$/

/**
 * Checks the number of a resident identity card in its plain spelling: a region, the date of birth, a sequence and the
 * check character of ISO 7064 MOD 11-2 (GB 11643-1999). `today` is an ISO date; a date of birth behind it is refused.
 */
export function checkResidentNumber(number: string, today: string): NumberCheck {
  if (!RESIDENT.test(number)) return 'form'
  const remainder = Array.from(number.slice(0, -1)).reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0)
  const check = (12 - remainder) % 11
  if (number.at(-1) !== (check === 10 ? 'X' : String(check))) return 'checksum'
  const born = birthDateOf(number)
  return isDate(born) && born >= FIRST_BIRTH && born <= today ? 'ok' : 'date'
}

const FIRST_BIRTH = '1900-01-01'

/** The date of birth in a resident identity number, as an ISO date. */
export const birthDateOf = (number: string): string =>
  `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`

/** True for a date of the calendar as ISO 8601 writes it. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** Whole years between two ISO dates. A person born on 29 February turns a year older on 1 March of other years. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

const SHOWN = 4

/** Masks a number except its last four characters, or its last quarter where it is short. */
export function maskNumber(number: string): string {
  const shown = Math.min(SHOWN, Math.floor(number.length / 4))
  return '*'.repeat(number.length - shown) + number.slice(number.length - shown)
}

/** Masks a name except the first character of each word, which is a Chinese family name. */
export const maskName = (name: string): string => name.replaceAll(/(?<=\S)\S/gu, '*')
