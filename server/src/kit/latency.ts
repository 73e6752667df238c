/** How long something took of late. */
export interface Latency {
  /** Runs work and remembers its milliseconds, if it went well. */
  readonly timed: <T>(work: () => Promise<T>) => Promise<T>
  /** Median of what is remembered and recent, in milliseconds; null where there is none. */
  readonly median: () => number | null
}

interface Taken {
  readonly at: number
  readonly millis: number
}

const REMEMBERED = 500
const RECENT_MILLIS = 5 * 60_000

/** `now` counts milliseconds from anywhere, and never backwards. */
export function createLatency(now: () => number = () => performance.now()): Latency {
  const ring: Taken[] = []
  let next = 0
  return {
    async timed(work) {
      const started = now()
      const result = await work()
      const at = now()
      ring[next] = { at, millis: at - started }
      next = (next + 1) % REMEMBERED
      return result
    },
    median() {
      const since = now() - RECENT_MILLIS
      const recent = ring.filter(({ at }) => at > since).map(({ millis }) => millis)
      return recent.toSorted((a, b) => a - b)[Math.floor(recent.length / 2)] ?? null
    },
  }
}
