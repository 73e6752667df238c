import type { OwnFact, Place, ReceiptFact } from './facts.ts'
import { partOf } from './handovers.ts'

const MOST_KEPT = 50_000

/** The newest hand-overs of this process: most receipts follow within seconds, and need no look into the table. */
export interface RecentHandovers {
  readonly add: (fact: OwnFact) => void
  /** Null where the table has to be read. */
  readonly find: (receipt: ReceiptFact) => Place | null
}

export function createRecentHandovers(): RecentHandovers {
  const known = new Map<string, Place & { readonly toLast4: string }>()
  const keyOf = (upstream: string, remoteId: string): string => `${upstream} ${remoteId}`
  return {
    add({ upstream, remoteIds, account, id, toLast4 }) {
      remoteIds.forEach((remoteId, at) => {
        const key = keyOf(upstream, remoteId)
        // Deleted first, so that the newest hand-over of a reused id is the youngest key.
        known.delete(key)
        known.set(key, { account, message: id, part: partOf(remoteIds, at), toLast4 })
      })
      for (const key of known.keys()) {
        if (known.size <= MOST_KEPT) break
        known.delete(key)
      }
    },
    find({ upstream, remoteId, to }) {
      const found = known.get(keyOf(upstream, remoteId))
      if (found === undefined) return null
      return to === null || to.slice(-4) === found.toLast4 ? found : null
    },
  }
}
