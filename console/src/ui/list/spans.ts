import { DAY } from '@hongyan/contract/durations'
import type { Range } from './range.ts'

const FIELDS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

/** Milliseconds that clocks of a zone are ahead of UTC at a time. */
function aheadAt(at: number, zone: string): number {
  const shown = new Intl.DateTimeFormat('en-CA', { ...FIELDS, timeZone: zone }).format(at)
  return Date.parse(`${shown.replace(', ', 'T')}Z`) - at
}

/** The first moment of a day in a time zone, also on days on which the clocks change. */
export function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const near = midnight - aheadAt(midnight, zone)
  return new Date(midnight - aheadAt(near, zone)).toISOString()
}

/** Days, both included, as the moments of a call. */
export function spanOf({ from, to }: Range, zone: string): { from?: string; to?: string } {
  const after = to === undefined ? undefined : new Date(Date.parse(`${to}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
  return {
    ...(from !== undefined && { from: startOfDay(from, zone) }),
    ...(after !== undefined && { to: startOfDay(after, zone) }),
  }
}
