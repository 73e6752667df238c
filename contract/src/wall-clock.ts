import { DAY, MINUTE } from './durations.ts'

/** One formatter a zone: making one costs a hundred times its use, but each takes tens of kilobytes. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More names than there are zones: only other spellings come to this many. */
const FORMATS_MOST = 1_000

function formatOf(zone: string): Intl.DateTimeFormat {
  const found = formats.get(zone)
  if (found !== undefined) return found
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...fields })
  if (formats.size >= FORMATS_MOST) formats.clear()
  formats.set(zone, made)
  return made
}

const NUMBERS = /\d+/g

/**
 * The wall clock of a zone (IANA name) at a moment, written as if it were UTC; whole seconds. It reads the formatted
 * text: its parts would take two and a half times as long.
 */
export function wallClock(zone: string, at: number): number {
  const [month = 0, day, year = 0, hour, minute, second] = (formatOf(zone).format(at).match(NUMBERS) ?? []).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** True for the name of a zone. */
export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The moments at which a clock shows a time. */
interface Moments {
  readonly first: number
  readonly last: number
}

/** The moments that were asked for, by zone and time: broadcasts ask for those of a few times for each recipient. */
const known = new Map<string, Map<number, Moments>>()
/** Some megabytes. */
const KNOWN_MOST = 50_000
let knownMoments = 0

/**
 * The moments at which a zone's clock shows a time, written as if it were UTC. Where the clock is set back it shows some
 * times twice; `first` and `last` then differ. A time that it skips is taken for the moment of the change. Throws a
 * RangeError for what is no time.
 */
export function momentsAt(zone: string, time: number): Moments {
  const found = known.get(zone)?.get(time)
  if (found !== undefined) return found
  const made = workedOut(zone, time)
  if (knownMoments >= KNOWN_MOST) {
    known.clear()
    knownMoments = 0
  }
  const ofZone = known.get(zone)
  if (ofZone === undefined) known.set(zone, new Map([[time, made]]))
  else ofZone.set(time, made)
  knownMoments += 1
  return made
}

function workedOut(zone: string, time: number): Moments {
  const by = (at: number): number => time - (wallClock(zone, at) - at)
  const [before, after] = [by(time - DAY), by(time + DAY)]
  if (before === after) return { first: after, last: after }
  const [first, last] = [Math.min(before, after), Math.max(before, after)]
  const [isFirst, isLast] = [wallClock(zone, first) === time, wallClock(zone, last) === time]
  if (isFirst || isLast) return { first: isFirst ? first : last, last: isLast ? last : first }
  const change = firstFrom(first, last, (at) => wallClock(zone, at) >= time)
  return { first: change, last: change }
}

/** The first whole minute after `from` and up to `to` at which a condition holds that stays true from then on. */
function firstFrom(from: number, to: number, holds: (at: number) => boolean): number {
  let [before, after] = [from, to]
  while (after - before > MINUTE) {
    const middle = before + Math.ceil((after - before) / MINUTE / 2) * MINUTE
    if (holds(middle)) after = middle
    else before = middle
  }
  return after
}
