import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when these bytes may pass. */
export type BytePace = (bytes: number) => Promise<void>

interface Time {
  /** Milliseconds. */
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<unknown>
}

const systemTime: Time = { now: () => performance.now(), sleep }

/** Lets the bytes of all callers pass at one rate together, in the order in which they come. */
export function createBytePace(bytesPerSecond: number, { now, sleep: wait }: Time = systemTime): BytePace {
  let free = 0
  return async (bytes) => {
    free = Math.max(free, now()) + (bytes / bytesPerSecond) * 1_000
    await wait(free - now())
  }
}
