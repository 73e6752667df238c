import { DAY, MINUTE } from '@hongyan/contract/durations'
import { momentsAt, wallClock } from '@hongyan/contract/wall-clock'

/** Open from `opens` on, closed from `closes` on. */
export interface OpenPeriod {
  readonly opens: Date
  readonly closes: Date
}

/** Hours of the wall clock on some days of the week. */
export interface DayHours {
  /** Days of the week, Sunday is 0. */
  readonly days: ReadonlySet<number>
  /** Minutes from midnight; `to` is later. */
  readonly from: number
  readonly to: number
  /** Open on public holidays too. */
  readonly holidays: boolean
}

/** Dates, as their midnight written as if it were UTC. */
export interface Holidays {
  readonly dates: ReadonlySet<number>
  /** The years whose holidays are known. */
  readonly years: ReadonlySet<number>
}

/** Everything that opens and closes one place: the hours of each list must be open, in each zone. */
export interface Place {
  readonly zones: readonly string[]
  readonly hours: readonly (readonly DayHours[])[]
  readonly holidays: Holidays
}

/** Half-open spans of milliseconds in ascending order. */
type Spans = readonly (readonly [opens: number, closes: number])[]

/** The days of hours that can be open at some moment of a UTC day, in the zones of the whole world. */
const AROUND = [-2, -1, 0, 1, 2] as const
/** A span is shorter than two days. */
const SPAN_DAYS = 2
/** The days that are remembered: the search is for two weeks. */
const MOST_DAYS = 64

/** The open periods of a place, which remembers those of days that it has worked out. */
export interface HoursCalendar {
  /** The period that is open at `at`, or else the next one that opens within so many milliseconds; null where none does. */
  readonly periodAt: (at: number, within: number) => OpenPeriod | null
}

export function hoursCalendar(place: Place): HoursCalendar {
  const known = new Map<number, readonly OpenPeriod[]>()
  const openingOn = (day: number): readonly OpenPeriod[] => {
    const found = known.get(day)
    if (found !== undefined) return found
    if (known.size >= MOST_DAYS) known.clear()
    const periods = spansOpeningOn(place, day * DAY).map(([opens, closes]) => ({
      opens: new Date(opens),
      closes: new Date(closes),
    }))
    known.set(day, periods)
    return periods
  }
  return {
    periodAt(at, within) {
      const last = Math.floor((at + within) / DAY)
      for (let day = Math.floor(at / DAY) - SPAN_DAYS; day <= last; day++) {
        const found = openingOn(day).find(({ closes }) => closes.getTime() > at)
        if (found !== undefined) return found.opens.getTime() <= at + within ? found : null
      }
      return null
    },
  }
}

/** The spans in which everything is open, of those that begin on the UTC day from `day` on. */
function spansOpeningOn({ zones, hours, holidays }: Place, day: number): Spans {
  if (zones.length === 0) return []
  const each = distinct(zones, day).flatMap((zone) => hours.map((list) => spansIn(zone, list, holidays, day)))
  return each.reduce(intersection).filter(([opens]) => opens >= day && opens < day + DAY)
}

/** One of the zones that keep the same offset all days around. Those that change their clocks then all stay. */
function distinct(zones: readonly string[], day: number): readonly string[] {
  const offset = (zone: string, at: number): number => wallClock(zone, at) - at
  const keys = zones.map((zone): [string | number, string] => {
    const [before, after] = [offset(zone, day - 3 * DAY), offset(zone, day + 4 * DAY)]
    return [before === after ? before : zone, zone]
  })
  return [...new Map(keys).values()]
}

/**
 * The spans of hours in a zone around a UTC day. Where the clock shows the beginning twice they open at the second time,
 * and they close at the first showing of their end, so that no moment outside the hours lies in them.
 */
function spansIn(zone: string, hours: readonly DayHours[], holidays: Holidays, day: number): Spans {
  return AROUND.flatMap((offset) => {
    const date = day + offset * DAY
    return hours
      .filter((one) => isOpenOn(one, holidays, date))
      .map(({ from, to }): [number, number] => [
        momentsAt(zone, date + from * MINUTE).last,
        momentsAt(zone, date + to * MINUTE).first,
      ])
      .filter(([opens, closes]) => opens < closes)
      .toSorted(([one], [other]) => one - other)
  })
}

/** A date of a year whose holidays are not known may be one. */
function isOpenOn({ days, holidays: open }: DayHours, { dates, years }: Holidays, date: number): boolean {
  const on = new Date(date)
  return days.has(on.getUTCDay()) && (open || (years.has(on.getUTCFullYear()) && !dates.has(date)))
}

const intersection = (some: Spans, others: Spans): Spans =>
  some.flatMap(([opens, closes]) =>
    others.flatMap(([from, to]): [number, number][] => {
      const span: [number, number] = [Math.max(opens, from), Math.min(closes, to)]
      return span[0] < span[1] ? [span] : []
    }),
  )
