import { MINUTE } from '@hongyan/contract/durations'

/** A moment before today, on the wall clock of the account's zone. */
export type When =
  | { readonly daysAgo: number; readonly at: Time }
  | { readonly monthsAgo: number; readonly day: number; readonly at: Time }

/** `HH:MM`. */
export type Time = `${number}:${number}`

export const daysAgo = (days: number, at: Time): When => ({ daysAgo: days, at })
export const monthsAgo = (months: number, day: number, at: Time): When => ({ monthsAgo: months, day, at })

/** Days, months and years as the zone's calendar counts them; `minutes` since its midnight. */
export interface WallClock {
  readonly year: number
  /** From 0. */
  readonly month: number
  readonly day: number
  readonly minutes: number
}

/** The moment of a `When`, as seen from `now`. */
export function momentOf(when: When, now: Date, zone: string): Date {
  const { year, month, day } = wallClock(now, zone)
  const [hours = 0, minutes = 0] = when.at.split(':').map(Number)
  const date = 'daysAgo' in when ? [year, month, day - when.daysAgo] : [year, month - when.monthsAgo, when.day]
  const [y = 0, m = 0, d = 0] = date
  return inZone({ year: y, month: m, day: d, minutes: hours * 60 + minutes }, zone)
}

/** The moment at which a zone's clock shows a time. Days and months may lie beyond their ends. */
export function inZone({ year, month, day, minutes }: WallClock, zone: string): Date {
  const asUtc = Date.UTC(year, month, day, 0, minutes)
  const shown = wallClock(new Date(asUtc), zone)
  const offset = Date.UTC(shown.year, shown.month, shown.day, 0, shown.minutes) - asUtc
  return new Date(asUtc - offset)
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function wallClock(moment: Date, zone: string): WallClock {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...numeric })
  formats.set(zone, format)
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const at = (part: Intl.DateTimeFormatPartTypes): number => parts.get(part) ?? 0
  const seconds = (moment.getTime() % MINUTE) / MINUTE
  return {
    year: at('year'),
    month: at('month') - 1,
    day: at('day'),
    minutes: at('hour') * 60 + at('minute') + seconds,
  }
}
