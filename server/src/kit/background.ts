import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.ts'

/** Work that nobody waits for. What must not be lost is no such work: it ends with the process. */
export interface Background {
  /** Begins after the call at hand has been answered; a failure is told in the log. */
  readonly after: (what: string, work: () => Promise<void>) => void
  /** Lets what is at work end, but not for ever. */
  readonly drain: () => Promise<void>
}

const PATIENCE_MILLIS = 5_000

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
