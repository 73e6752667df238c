import { DAY } from '@hongyan/contract/durations'

/** The current day in a time zone, `2026-11-20`. */
export function dayIn(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(now)
}

/** Days have no time zone once they are named, so a change of the clocks moves none of them. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)
