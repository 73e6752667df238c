import { Refusal } from './refusal.ts'

/** Runs a limited amount of work at once. Work that goes first passes all work that waits in turn. */
export type Gate = <T>(place: 'first' | 'in turn', work: () => Promise<T>) => Promise<T>

interface GateLimits {
  readonly atOnce: number
  /** The most work that waits in turn. */
  readonly waiting: number
  /** The longest that work waits, in milliseconds. */
  readonly patience: number
}

const RETRY_AFTER_SECONDS = 1
const busy = () => new Refusal('busy', { retryAfter: RETRY_AFTER_SECONDS })

/** Work beyond the limits is refused as `busy` and never starts. */
export function createGate({ atOnce, waiting, patience }: GateLimits): Gate {
  const lines = { first: new Set<() => void>(), 'in turn': new Set<() => void>() }
  let running = 0

  const next = (): void => {
    running -= 1
    for (const line of [lines.first, lines['in turn']]) {
      for (const enter of line) {
        line.delete(enter)
        return enter()
      }
    }
  }

  const admitted = (line: Set<() => void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer)
        running += 1
        resolve()
      }
      const timer = setTimeout(() => {
        line.delete(enter)
        reject(busy())
      }, patience)
      line.add(enter)
    })

  return async (place, work) => {
    if (place === 'in turn' && running >= atOnce && lines['in turn'].size >= waiting) throw busy()
    if (running < atOnce) running += 1
    else await admitted(lines[place])
    try {
      return await work()
    } finally {
      next()
    }
  }
}
