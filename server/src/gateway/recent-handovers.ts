import type { OwnFact, Place, ReceiptFact } from './facts.ts'
import { partOf } from './handovers.ts'

/** Parts of a generation. Two are kept, so that none has to be removed by itself. */
const GENERATION = 25_000

/** The newest hand-overs of this process: most receipts follow within seconds, and need no look into the table. */
export interface RecentHandovers {
  readonly add: (fact: OwnFact) => void
  /** Null where the table has to be read. */
  readonly find: (receipt: ReceiptFact) => Place | null
}

type Handover = Place & { readonly toLast4: string }

export function createRecentHandovers(): RecentHandovers {
  let younger = new Map<string, Handover>()
  let older = new Map<string, Handover>()
  const keyOf = (upstream: string, remoteId: string): string => `${upstream} ${remoteId}`
  return {
    add({ upstream, remoteIds, account, id, toLast4 }) {
      if (younger.size >= GENERATION) {
        older = younger
        younger = new Map()
      }
      remoteIds.forEach((remoteId, at) =>
        younger.set(keyOf(upstream, remoteId), { account, message: id, part: partOf(remoteIds, at), toLast4 }),
      )
    },
    find({ upstream, remoteId, to }) {
      const key = keyOf(upstream, remoteId)
      const found = younger.get(key) ?? older.get(key)
      if (found === undefined) return null
      return to === null || to.slice(-4) === found.toLast4 ? found : null
    },
  }
}
