import { createBell } from './bell.ts'

/** Sets how often loops look for work: often while there may be some, and seldom while there is none. */
export interface Pace {
  /** Notes that there may be work for so many milliseconds. Long pauses end at once. */
  readonly stir: (millis: number) => void
  /** Pauses for `millis`, and for longer while there is no work. */
  readonly pause: (millis: number) => Promise<void>
  /** Ends all pauses, long and short. */
  readonly wake: () => void
}

/** Without work, pauses take `idle` milliseconds. `isShared`: another process makes work of which this one sees nothing. */
export function createPace(idle: number, isShared: () => boolean = () => false): Pace {
  const bell = createBell()
  let busyUntil = 0
  const isBusy = (): boolean => isShared() || performance.now() < busyUntil
  return {
    stir(millis) {
      const wasBusy = isBusy()
      busyUntil = Math.max(busyUntil, performance.now() + millis)
      if (!wasBusy) bell.ring()
    },
    pause: (millis) => bell.wait(isBusy() ? millis : Math.max(millis, idle)),
    wake: bell.ring,
  }
}
