import { DAY } from '@hongyan/contract/durations'

/** Digits that a double holds exactly, and that spreadsheets show. */
const PRECISION = 15

/** The text of a cell's number as a person would write it: 13800138000 where the file has 1.3800138E10, and dates. */
export function numberText(value: string, isDate: boolean, from1904: boolean): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (isDate) return dateText(number, from1904) ?? String(number)
  return Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(PRECISION)))
}

/** The days from the beginnings of the two calendars of spreadsheets to 1970. That of 1900 counts a day that never was. */
const DAYS_TO_1970 = { from1900: 25_569, from1904: 24_107 }
/** The last day of the year 9999. */
const LAST_DAY = 2_958_466
const SECONDS_PLACE = 19
const DATE_PLACES = 10

/** 2026-11-25, or 2026-11-25 09:30:00 with a time of day. Null for a number that is no date. */
function dateText(days: number, from1904: boolean): string | null {
  if (days < 0 || days >= LAST_DAY) return null
  const since = days - (from1904 ? DAYS_TO_1970.from1904 : DAYS_TO_1970.from1900)
  const text = new Date(Math.round((since * DAY) / 1000) * 1000).toISOString().replace('T', ' ')
  if (days < 1) return text.slice(DATE_PLACES + 1, SECONDS_PLACE)
  return Number.isInteger(days) ? text.slice(0, DATE_PLACES) : text.slice(0, SECONDS_PLACE)
}

/** The built-in formats of dates and times (ECMA-376 part 1, 18.8.30), those of East Asia among them. */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58)

/** Texts in quotes, escaped characters, and colours and conditions in brackets are no parts of a date. */
const NO_PARTS = /"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi
const DATE_PARTS = /[ymdhs]/i

export const isDateFormat = (format: number, code: string | undefined): boolean =>
  code === undefined ? isBuiltInDate(format) : DATE_PARTS.test(code.replace(NO_PARTS, ''))
