import type { AccountId } from '@hongyan/contract/ids'
import { type Charge, createCredits } from './credits.ts'
import { laneOf, type MarkedMessage, type Turn } from './outbox.ts'

/**
 * The most messages in the buffer of a link: some 20 MB. Lanes and accounts share them as they share the link's window.
 */
const MOST_MESSAGES = 20_000
/**
 * Seconds of an account's rate that may wait in the buffer: the account's bound on waiting messages does not count
 * them.
 */
const SECONDS_OF_RATE = 1

/** The waiting messages of a link that this process accepted and keeps in memory: a queue for each lane and account. */
export interface Buffer {
  /** Takes room for one message; false where there is none. */
  readonly reserve: (message: Charge) => boolean
  /** Returns the room of a message that was not added. */
  readonly giveBack: (account: AccountId) => void
  /** Adds a message whose room is reserved. */
  readonly add: (message: MarkedMessage) => void
  readonly has: (lane: number, account: AccountId) => boolean
  /** Removes the oldest messages of the turn's lane and account, at most `most`, and returns them. */
  readonly take: (turn: Pick<Turn, 'lane' | 'account' | 'most'>) => readonly MarkedMessage[]
  readonly isEmpty: () => boolean
  /** Removes all messages, and returns them. */
  readonly empty: () => readonly MarkedMessage[]
}

export function createBuffer(messages = MOST_MESSAGES): Buffer {
  const room = createCredits({ window: messages, rate: 0 })
  const queues = new Map<string, MarkedMessage[]>()
  const sizes = new Map<AccountId, number>()

  const resize = (account: AccountId, by: 1 | -1): void => {
    const size = (sizes.get(account) ?? 0) + by
    if (size > 0) sizes.set(account, size)
    else sizes.delete(account)
  }

  const giveBack = (account: AccountId): void => {
    room.give(account)
    resize(account, -1)
  }

  return {
    reserve({ account, lane, parts, rate }) {
      if (rate > 0 && (sizes.get(account) ?? 0) >= rate * SECONDS_OF_RATE) return false
      if (!room.take({ account, lane, parts, rate: 0 }, 0)) return false
      resize(account, 1)
      return true
    },
    giveBack,
    add(message) {
      const key = keyOf(laneOf(message.scene), message.account)
      const queue = queues.get(key)
      if (queue) queue.push(message)
      else queues.set(key, [message])
    },
    has: (lane, account) => queues.has(keyOf(lane, account)),
    take({ lane, account, most }) {
      const key = keyOf(lane, account)
      const queue = queues.get(key)
      if (queue === undefined) return []
      const taken = queue.splice(0, most)
      if (queue.length === 0) queues.delete(key)
      for (const message of taken) giveBack(message.account)
      return taken
    },
    isEmpty: () => queues.size === 0,
    empty() {
      const all = [...queues.values()].flat()
      queues.clear()
      for (const message of all) giveBack(message.account)
      return all
    },
  }
}

const keyOf = (lane: number, account: AccountId): string => `${lane} ${account}`
