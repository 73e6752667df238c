import { createRecent } from '../kit/recent.ts'
import type { OwnFact, Place, ReceiptFact } from './facts.ts'
import { partOf } from './handovers.ts'
import { lastFour } from './of-recipient.ts'

/**
 * The least number of parts kept; at most twice as many are. Larger maps leave the processor's caches, which costs each
 * message processor time. A receipt that comes later reads the table.
 */
export const RECENT_GENERATION = 6_000

/**
 * The newest hand-overs of this process, in memory: most receipts arrive within seconds, and then need no read of the
 * table.
 */
export interface RecentHandovers {
  readonly add: (fact: OwnFact, now: Date) => void
  /** Null where the table has to be read. */
  readonly find: (receipt: ReceiptFact) => Place | null
}

export function createRecentHandovers(): RecentHandovers {
  const known = createRecent<string, Place & { readonly toLast4: string }>(RECENT_GENERATION)
  const keyOf = (upstream: string, remoteId: string): string => `${upstream} ${remoteId}`
  return {
    add({ upstream, remoteIds, account, id, toLast4 }, now) {
      remoteIds.forEach((remoteId, at) =>
        known.set(keyOf(upstream, remoteId), { account, message: id, part: partOf(remoteIds, at), toLast4, at: now }),
      )
    },
    find({ upstream, remoteId, to }) {
      const found = known.get(keyOf(upstream, remoteId))
      if (found === undefined) return null
      return to === null || lastFour(to) === found.toLast4 ? found : null
    },
  }
}
