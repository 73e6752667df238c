import { formatDate } from '../../../i18n/text.ts'

const DAY = { day: 'numeric', month: 'short' } as const

/** Formats a day. It is already in the account's time zone, so it is formatted in UTC. */
export function dayText(day: string): string {
  const isThisYear = day.startsWith(String(new Date().getFullYear()))
  const format = isThisYear ? DAY : ({ ...DAY, year: 'numeric' } as const)
  return formatDate(`${day}T00:00:00Z`, { ...format, timeZone: 'UTC' })
}

/** Formats a month such as `2026-11`. */
export const monthText = (month: string): string =>
  formatDate(`${month}-01T00:00:00Z`, { year: 'numeric', month: 'long', timeZone: 'UTC' })
