import { createRecent } from './recent.ts'

/**
 * Moments until which a refusal holds, by key, as the database stated them. Spares it the same question: it would state
 * them again.
 */
export interface HeldUntil {
  readonly note: (key: string, until: Date) => void
  /** The last of the keys' moments that are not over; null where all are. */
  readonly until: (keys: readonly string[], now: Date) => Date | null
}

/** The keys of a flood; a forgotten one costs a question to the database. */
const REMEMBERED = 10_000

export function createHeldUntil(): HeldUntil {
  const moments = createRecent<string, number>(REMEMBERED)
  return {
    note: (key, until) => moments.set(key, until.getTime()),
    until(keys, now) {
      const last = Math.max(...keys.map((key) => moments.get(key) ?? 0), 0)
      return last > now.getTime() ? new Date(last) : null
    },
  }
}
