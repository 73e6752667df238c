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
  /** In words, for the log. */
  readonly what: string
  readonly log: Logger
}

/** A round that fails is told in the log, and the next one comes in its time. */
export function createRounds(round: () => Promise<unknown>, { every, what, log }: RoundsChoice): Rounds {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()

  const next = (): void => {
    timer = setTimeout(() => {
      running = round()
        .catch((error: unknown) => log.warn({ err: error }, `${what} failed and will be tried again`))
        .finally(() => {
          if (!stopped) next()
        })
    }, every)
  }

  return {
    start: next,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
