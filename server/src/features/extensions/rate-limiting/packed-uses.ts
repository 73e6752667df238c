import type { Kept } from '../../../pipeline/rate-decision.ts'
import { UNUSED, type Use } from '../../../pipeline/rate-windows.ts'

/** The uses whose names begin with one character. */
interface Shelf {
  /** The place of the first of each use's five numbers. */
  readonly places: Map<string, number>
  readonly numbers: number[]
}

/**
 * Keeps uses as numbers, without the first messages, which a preview does not need. As objects, the million uses of a
 * large preview take a third of a gigabyte more. A map of so many stops the process for tenths of a second when it grows,
 * so there is one for each first character; names begin with a hash.
 */
export function packedUses(): Kept<Use> {
  const shelves = new Map<string, Shelf>()
  const shelfOf = (name: string): Shelf => {
    const known = shelves.get(name.charAt(0))
    if (known !== undefined) return known
    const made = { places: new Map<string, number>(), numbers: [] }
    shelves.set(name.charAt(0), made)
    return made
  }
  return {
    get(name) {
      const { places, numbers } = shelfOf(name)
      const at = places.get(name)
      if (at === undefined) return undefined
      const [minute = 0, hour = 0, ofMinute = 0, ofHour = 0, ofDay = 0] = numbers.slice(at, at + 5)
      return { minute, hour, used: { minute: ofMinute, hour: ofHour, day: ofDay }, firsts: UNUSED.firsts }
    },
    set(name, { minute, hour, used }) {
      const { places, numbers } = shelfOf(name)
      const known = places.get(name)
      const at = known ?? numbers.length
      if (known === undefined) places.set(name, at)
      for (const [place, number] of [minute, hour, used.minute, used.hour, used.day].entries())
        numbers[at + place] = number
    },
  }
}
