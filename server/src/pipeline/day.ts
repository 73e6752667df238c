import { DAY } from '@hongyan/contract/durations'
import { wallClock } from '@hongyan/contract/wall-clock'

/** A day of a time zone: from its first moment to the first of the next one. Days of a clock change have 23 or 25 hours. */
export interface Day {
  readonly start: Date
  readonly end: Date
}

/** The day of a zone (IANA name) that a moment belongs to. */
export function dayIn(zone: string, at: Date): Day {
  const last = lastDays.get(zone)
  if (last !== undefined && at >= last.start && at < last.end) return last
  const today = dateOf(zone, at.getTime())
  const day = { start: firstMoment(zone, today), end: firstMoment(zone, today + DAY) }
  lastDays.set(zone, day)
  return day
}

/** The day of each zone that was found last: finding one reads the clock of the zone five times. */
const lastDays = new Map<string, Day>()

/** The zone's date at a moment: its midnight, written as if it were UTC. */
const dateOf = (zone: string, at: number): number => Math.floor(wallClock(zone, at) / DAY) * DAY

/**
 * The first moment of a date. Midnight is tried with the offsets of the day before and the day after: where a clock
 * change skips or repeats midnight, only one of them lies on the date, or the earlier one is first.
 */
function firstMoment(zone: string, date: number): Date {
  const offsets = [date - DAY, date + DAY].map((at) => wallClock(zone, at) - at)
  const tries = offsets.map((offset) => date - offset).toSorted((one, other) => one - other)
  return new Date(tries.find((at) => dateOf(zone, at) === date) ?? date)
}
