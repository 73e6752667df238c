import { formatDate } from '../../../i18n/text.ts'

/** How many months are offered, this one first. */
const MONTHS = 36

/** A day as it is called: it belongs to the account's zone already, so no zone may move it again. */
export const dayWords = (day: string): string =>
  formatDate(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `2026-11` as it is called. */
export const monthWords = (month: string): string =>
  formatDate(`${month.slice(0, 7)}-01T00:00:00Z`, { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** Whole months are called by their name, anything else by its days. */
export function periodWords({ from, to }: { readonly from: string; readonly to: string }): string {
  const isWhole = from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && lastDayOf(to) === to
  return isWhole ? monthWords(from) : `${dayWords(from)} – ${dayWords(to)}`
}

function lastDayOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** This month and those before it, `2026-11` first. */
export function monthsTo(now: Date): readonly string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - back, 1)).toISOString().slice(0, 7),
  )
}
