import { formatDate } from '../../../i18n/text.ts'
import { dayIn } from '../../../lib/calendar-day.ts'

/** The number of months in the filter, the current one first. */
const MONTHS = 36

/** Formats a day. It is already in the account's time zone, so it is formatted in UTC. */
export const dayText = (day: string): string =>
  formatDate(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats the day of a moment in the account's time zone, as on the PDF (ruling 30). */
export const dayOfMoment = (at: string, zone: string): string => dayText(dayIn(zone, new Date(at)))

/** Formats a month such as `2026-11`. */
export const monthText = (month: string): string =>
  formatDate(`${month.slice(0, 7)}-01T00:00:00Z`, { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** Formats whole months by name, every other period by its days. A line may break between two days, not within one. */
export function periodText({ from, to }: { readonly from: string; readonly to: string }): string {
  const isWhole = from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && lastDayOf(to) === to
  return isWhole ? onOneLine(monthText(from)) : `${onOneLine(dayText(from))} – ${onOneLine(dayText(to))}`
}

const onOneLine = (text: string): string => text.replaceAll(' ', '\u00A0')

function lastDayOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The current month and those before it, as `2026-11`, newest first. */
export function monthsTo(now: Date): readonly string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - back, 1)).toISOString().slice(0, 7),
  )
}
