import { SECOND } from '@hongyan/contract/durations'
import { upstreams } from '@hongyan/contract/limits/upstreams'

const { breaker: limits } = upstreams
const SECONDS = limits.window / SECOND

/**
 * The circuit breaker of a channel (screens S1). It opens at 20 submissions of which half or more failed within a
 * minute. After a pause, of 30 s by default, it is half open: the channel gets messages one at a time, the first accepted
 * one closes it, and a failure opens it for twice as long, up to ten minutes.
 */
export interface Breaker {
  readonly state: (now: number) => 'closed' | 'open' | 'half_open'
  /** Counts a submission. Its failure says something about the channel, not about the message. */
  readonly count: (isError: boolean, now: number) => void
  /** Milliseconds until it is half open; 0 where it is not open. */
  readonly pause: (now: number) => number
}

interface Second {
  readonly at: number
  submitted: number
  errors: number
}

/** Times are monotonic milliseconds. `firstPause` is that of a breaker that was closed. */
export function createBreaker(firstPause: number = limits.firstPause): Breaker {
  let seconds: Second[] = []
  let openUntil: number | null = null
  let pauseMillis = firstPause

  const sums = (now: number): { readonly submitted: number; readonly errors: number } => {
    const oldest = Math.floor(now / SECOND) - SECONDS
    seconds = seconds.filter(({ at }) => at > oldest)
    return seconds.reduce(
      (sum, { submitted, errors }) => ({ submitted: sum.submitted + submitted, errors: sum.errors + errors }),
      { submitted: 0, errors: 0 },
    )
  }

  const open = (now: number): void => {
    openUntil = now + pauseMillis
    pauseMillis = Math.min(pauseMillis * 2, limits.longestPause)
    seconds = []
  }

  const state: Breaker['state'] = (now) => {
    if (openUntil === null) return 'closed'
    return now < openUntil ? 'open' : 'half_open'
  }

  return {
    state,
    pause: (now) => (openUntil === null ? 0 : Math.max(0, openUntil - now)),
    count(isError, now) {
      const current = state(now)
      // Messages that were on their way when it opened say nothing new.
      if (current === 'open') return
      if (current === 'half_open') {
        if (isError) return open(now)
        openUntil = null
        pauseMillis = firstPause
      }
      const at = Math.floor(now / SECOND)
      const last = seconds.at(-1)
      const second = last?.at === at ? last : { at, submitted: 0, errors: 0 }
      if (second !== last) seconds.push(second)
      second.submitted += 1
      second.errors += Number(isError)
      if (!isError) return
      const { submitted, errors } = sums(now)
      if (submitted >= limits.least && errors >= submitted * limits.errors) open(now)
    },
  }
}
