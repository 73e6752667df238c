import { DAY, MINUTE } from './durations.ts'

/** One formatter a zone: making one costs a hundred times its use, but each takes tens of kilobytes. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** More names than there are zones: only other spellings come to this many. */
const FORMATS_MOST = 1_000

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', second: 'numeric', ...fields })
  if (formats.size >= FORMATS_MOST) formats.clear()
  formats.set(zone, made)
  return made
}

/** The wall clock of a zone (IANA name) at a moment, written as if it were UTC; whole seconds. */
export function wallClock(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at)
  const field = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(field('year'), field('month') - 1, field('day'), field('hour'), field('minute'), field('second'))
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

/**
 * The moments at which a zone's clock shows a time, written as if it were UTC. Where the clock is set back it shows some
 * times twice; `first` and `last` then differ. A time that it skips is taken for the moment of the change.
 */
export function momentsAt(zone: string, time: number): { readonly first: number; readonly last: number } {
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
