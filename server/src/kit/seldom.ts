import { SECOND } from '@hongyan/contract/durations'
import type { Clock } from './clock.ts'

/** Returns a function that is true at most once a second: for upkeep that rides on calls, however many arrive. */
export function oncePerSecond(clock: Clock): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock.now().getTime()
    if (now - last < SECOND) return false
    last = now
    return true
  }
}
