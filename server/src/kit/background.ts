import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { Logger } from './logger.ts'

/** Runs work after a response. Pending work ends with the process, so work that must not be lost needs a row. */
export interface Background {
  /** Starts the work after the current call has responded; logs a failure. */
  readonly after: (what: string, work: () => Promise<void>) => void
  /** Waits for running work, with a timeout. */
  readonly drain: () => Promise<void>
}

const PATIENCE_MILLIS = 5 * SECOND

export function createBackground(log: Logger): Background {
  const atWork = new Set<Promise<void>>()
  return {
    after(what, work) {
      const running = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.warn({ err: error }, `${what} failed`))
        .finally(() => atWork.delete(running))
      atWork.add(running)
    },
    async drain() {
      const patience = new AbortController()
      const over = sleep(PATIENCE_MILLIS, undefined, { signal: patience.signal }).catch(() => undefined)
      await Promise.race([Promise.all(atWork), over])
      patience.abort()
    },
  }
}
