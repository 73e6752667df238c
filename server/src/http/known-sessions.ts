import { createRecent } from '../kit/recent.ts'

/** The least number of tokens kept; at most twice as many are. */
const GENERATION = 10_000

/** The sessions that this process has found in the database lately. One that has ended since is still among them. */
export interface KnownSessions {
  readonly add: (token: string) => void
  readonly has: (token: string) => boolean
}

export function createKnownSessions(): KnownSessions {
  const found = createRecent<string, true>(GENERATION)
  return { add: (token) => found.set(token, true), has: (token) => found.get(token) === true }
}
