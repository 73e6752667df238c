/** The source of the current time, which tests can set. */
export interface Clock {
  readonly now: () => Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is set. */
export interface SettableClock extends Clock {
  readonly set: (moment: Date) => void
  readonly advance: (millis: number) => void
}

export function settableClock(start: Date): SettableClock {
  let moment = start.getTime()
  return {
    now: () => new Date(moment),
    set: (next) => {
      moment = next.getTime()
    },
    advance: (millis) => {
      moment += millis
    },
  }
}
