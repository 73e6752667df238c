import { DAY, MINUTE } from '@hongyan/contract/durations'
import { momentsAt, wallClock } from '@hongyan/contract/wall-clock'

/** The hours of a team in the clock of its zone: each of its days is open from a time of the day to a later one. */
export interface WorkingHours {
  /** The weekdays, 1 (Monday) to 7, at least one. */
  readonly days: readonly number[]
  /** HH:MM. */
  readonly from: string
  /** HH:MM, later than `from`, at most 24:00. */
  readonly to: string
  /** An IANA name. */
  readonly zone: string
}

/** Open from `opens` on, closed from `closes` on; milliseconds. */
interface Period {
  readonly opens: number
  readonly closes: number
}

/** Periods that follow each other without a break count as one up to this length, for hours that never close. */
const LONGEST = 7 * DAY

/** True while the team works. */
export const isOpen = (hours: WorkingHours, at: Date): boolean => nextPeriod(hours, at).opens <= at.getTime()

/** The next moment at which the team begins or ends its work; for hours that never close, one in the following days. */
export function nextChange(hours: WorkingHours, at: Date): Date {
  const { opens, closes } = nextPeriod(hours, at)
  return new Date(opens > at.getTime() ? opens : closes)
}

/** The moment at which so many milliseconds of working time have passed. */
export function addWorkingTime(hours: WorkingHours, from: Date, millis: number): Date {
  let left = millis
  for (const { opens, closes } of periodsFrom(hours, from.getTime())) {
    const begin = Math.max(opens, from.getTime())
    if (closes - begin >= left) return new Date(begin + left)
    left -= closes - begin
  }
  throw new Error('periods never end')
}

/** The period that is open at a moment, or else the next one. */
function nextPeriod(hours: WorkingHours, at: Date): Period {
  let found: Period | null = null
  for (const period of periodsFrom(hours, at.getTime())) {
    if (found === null) found = period
    else if (period.opens > found.closes || period.closes - found.opens > LONGEST) return found
    else found = { opens: found.opens, closes: period.closes }
  }
  throw new Error('periods never end')
}

/** Yields the periods that close after a moment, in order and apart, for ever. */
function* periodsFrom(hours: WorkingHours, at: number): Generator<Period, void> {
  let closed = at
  for (let day = dayOf(wallClock(hours.zone, at)) - DAY; ; day += DAY) {
    if (!hours.days.includes(weekday(day))) continue
    const opens = momentsAt(hours.zone, day + minutesOf(hours.from) * MINUTE).first
    const closes = momentsAt(hours.zone, day + minutesOf(hours.to) * MINUTE).last
    if (closes <= closed) continue
    yield { opens: closed === at ? opens : Math.max(opens, closed), closes }
    closed = closes
  }
}

const dayOf = (wall: number): number => Math.floor(wall / DAY) * DAY

/** The weekday of a day that is written as if it were UTC, 1 (Monday) to 7. */
const weekday = (day: number): number => new Date(day).getUTCDay() || 7

/** The minute of the day that a time such as 09:30 names. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
