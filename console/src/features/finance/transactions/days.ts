import { formatDate } from '../../../i18n/text.ts'

const DAY = { day: 'numeric', month: 'short' } as const

/** A day as it is called: it belongs to the account's zone already, so no zone may move it again. */
export function dayWords(day: string): string {
  const isThisYear = day.startsWith(String(new Date().getFullYear()))
  const format = isThisYear ? DAY : ({ ...DAY, year: 'numeric' } as const)
  return formatDate(`${day}T00:00:00Z`, { ...format, timeZone: 'UTC' })
}

/** `2026-11` as it is called. */
export const monthWords = (month: string): string =>
  formatDate(`${month}-01T00:00:00Z`, { year: 'numeric', month: 'long', timeZone: 'UTC' })
