import type { Logger } from './logger.ts'

/** Work that comes round again and again, never twice at once in a process. */
export interface Rounds {
  readonly start: () => void
  /** Lets the round at work come to its end. */
  readonly stop: () => Promise<void>
}

export interface RoundsChoice {
  /** Milliseconds from the end of a round to the next one. */
  readonly every: number
  /** Milliseconds from the start to the first one, where that is another wait. */
  readonly firstAfter?: number
  /** In words, for the log. */
  readonly what: string
  readonly log: Logger
}

/**
 * A round that fails is told in the log, and the next one comes in its time. A long round may look at the signal, and
 * ends before its time where that is aborted: by throwing, which is nothing to tell of then.
 */
export function createRounds(
  round: (stopping: AbortSignal) => Promise<unknown>,
  { every, firstAfter = every, what, log }: RoundsChoice,
): Rounds {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const next = (wait: number): void => {
    timer = setTimeout(() => {
      running = round(signal)
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, `${what} failed and will be tried again`)
        })
        .finally(() => {
          if (!signal.aborted) next(every)
        })
    }, wait)
  }

  return {
    start: () => next(firstAfter),
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Several that are started and stopped as one. */
export const together = (all: readonly Rounds[]): Rounds => ({
  start: () => all.forEach((each) => each.start()),
  stop: async () => void (await Promise.all(all.map((each) => each.stop()))),
})
