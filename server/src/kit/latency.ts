import { MINUTE } from '@hongyan/contract/durations'

/** The latency of recent calls. */
export interface Latency {
  /** Runs work and, on success, records its duration. */
  readonly timed: <T>(work: () => Promise<T>) => Promise<T>
  /** The median of the last five minutes in milliseconds, over at most the last 500 measurements; null without any. */
  readonly median: () => number | null
}

interface Measurement {
  readonly at: number
  readonly millis: number
}

const REMEMBERED = 500
const RECENT_MILLIS = 5 * MINUTE

/** Measures with `now`, a monotonic clock in milliseconds. */
export function createLatency(now: () => number = () => performance.now()): Latency {
  const ring: Measurement[] = []
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
