/**
 * The state of a link: `up`; `degraded`, when its breaker is open, and `half_open`, when its next message tests it
 * (`breaker.ts`); `failing`, when it is probed with single messages after growing pauses; `down`, when it has failed for
 * so long that routing passes it over. It is probed all the same.
 */
export type LinkState = 'up' | 'half_open' | 'degraded' | 'failing' | 'down'

/** True where messages may wait for the link. One that is half open takes them one at a time. */
export const takesMessages = (state: LinkState): boolean => state === 'up' || state === 'half_open'

/** Submissions in a row without a result after which the link counts as failing. */
const UNKNOWN_IN_A_ROW = 3
const DOWN_AFTER_MILLIS = 30_000
const FIRST_PAUSE_MILLIS = 250
/** Unknown messages are queried within five seconds of the upstream's return. */
const LONGEST_PAUSE_MILLIS = 2_000
/** The part of a pause that chance decides, so that processes do not probe in step. */
const JITTER = 0.2

export interface LinkHealth {
  readonly state: () => LinkState
  /** The upstream gave a result. */
  readonly reached: () => void
  /** A submission had no result. */
  readonly lost: (now: number) => void
  /** There was no connection, or a probe failed. */
  readonly unreachable: (now: number) => void
  /** Milliseconds until the next probe; 0 when it is due or the link is up. */
  readonly pause: (now: number) => number
}

/** Times are monotonic milliseconds; `random` is from 0 to 1. */
export function createLinkHealth(random: () => number): LinkHealth {
  let lostInARow = 0
  let failingSince: number | null = null
  let pauseMillis = FIRST_PAUSE_MILLIS
  let probeAt = 0
  let now = 0

  const fail = (at: number): void => {
    now = at
    // Results that come together are one failure.
    if (failingSince !== null && at < probeAt) return
    failingSince ??= at
    probeAt = at + pauseMillis * (1 - JITTER + 2 * JITTER * random())
    pauseMillis = Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS)
  }

  return {
    state() {
      if (failingSince === null) return 'up'
      return now - failingSince >= DOWN_AFTER_MILLIS ? 'down' : 'failing'
    },
    reached() {
      lostInARow = 0
      failingSince = null
      pauseMillis = FIRST_PAUSE_MILLIS
    },
    lost(at) {
      lostInARow += 1
      if (lostInARow >= UNKNOWN_IN_A_ROW || failingSince !== null) fail(at)
    },
    unreachable: fail,
    pause: (at) => (failingSince === null ? 0 : Math.max(0, probeAt - at)),
  }
}
