import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { foldSends } from '../gateway/broadcast-progress.ts'
import type { BroadcastKey } from './store.ts'

/** The recipients of one statement: a longer one would hold the counts for too long. */
export const FOLDED_AT_ONCE = 1_000

/** Brings all recipients of a broadcast to the states of their messages. Only for some thousands of them. */
export async function foldAll(pool: Pool, key: BroadcastKey, now: Date): Promise<void> {
  for (let after: number | null = 0; after !== null;) {
    const folded = await foldSends(alone(pool), key, { after, most: FOLDED_AT_ONCE, now })
    after = folded.seen < FOLDED_AT_ONCE ? null : folded.last
  }
}
