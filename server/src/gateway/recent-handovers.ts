import type { OwnFact, Place, ReceiptFact } from './facts.ts'
import { partOf } from './handovers.ts'
import type { MessageState } from './messages.ts'

/** Parts of a generation. Two are kept, so that none has to be removed by itself. */
const GENERATION = 25_000

/** The newest hand-overs of this process: most receipts follow within seconds, and need no look into the tables. */
export interface RecentHandovers {
  /** `state` is the row of the message after the hand-over was written; null before that. */
  readonly add: (fact: OwnFact, state: MessageState | null) => void
  /** Null where the table has to be read. The message's row is given once: the receipt changes it. */
  readonly take: (receipt: ReceiptFact) => Place | null
}

interface Handover extends Omit<Place, 'before'> {
  readonly toLast4: string
  before: MessageState | null
}

export function createRecentHandovers(): RecentHandovers {
  let younger = new Map<string, Handover>()
  let older = new Map<string, Handover>()
  const keyOf = (upstream: string, remoteId: string): string => `${upstream} ${remoteId}`
  return {
    add({ upstream, remoteIds, account, id, toLast4 }, before) {
      if (younger.size >= GENERATION) {
        older = younger
        younger = new Map()
      }
      remoteIds.forEach((remoteId, at) => {
        const part = partOf(remoteIds, at)
        younger.set(keyOf(upstream, remoteId), { account, message: id, part, toLast4, before })
      })
    },
    take({ upstream, remoteId, to }) {
      const key = keyOf(upstream, remoteId)
      const found = younger.get(key) ?? older.get(key)
      if (found === undefined || (to !== null && to.slice(-4) !== found.toLast4)) return null
      const { account, message, part, before } = found
      found.before = null
      return { account, message, part, before }
    },
  }
}
