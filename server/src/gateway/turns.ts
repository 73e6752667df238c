import type { AccountId } from '@hongyan/contract/ids'
import type { Turn } from './outbox.ts'

/** The weights of the lanes: codes, notifications, marketing. Each lane gets its share (semantics D11). */
const WEIGHTS = [16, 4, 1] as const
/** The most turns of one claim. */
const MOST_TURNS = 64

/** The accounts known to have waiting messages, in the table or the buffer, by lane and in the order of their turns. */
export interface Turns {
  /** Adds an account to the end of a lane. One that is there keeps its place, and has this rate from now on. */
  readonly add: (lane: number, account: AccountId, rate: number) => void
  readonly remove: (lane: number, account: AccountId) => void
  readonly has: (lane: number, account: AccountId) => boolean
  readonly isEmpty: () => boolean
  /**
   * Returns the turns of the next claim: shares the room among the lanes by weight, and a lane's share among the
   * accounts at the head of the lane. Accounts that get a share move to its end.
   */
  readonly next: (room: Room) => readonly Turn[]
}

export interface Room {
  /** The most messages of a lane that may be handed over now. */
  readonly ofLane: (lane: number) => number
  /** The most messages of an account in a lane that may be handed over now. */
  readonly ofAccount: (account: AccountId, rate: number, lane: number) => number
}

export function createTurns(): Turns {
  const lanes = WEIGHTS.map(() => new Map<AccountId, number>())

  /**
   * The room that each lane was due and did not get. It accumulates, so a lane of small weight gets scarce room in its
   * turn.
   */
  const due = WEIGHTS.map(() => 0)

  /**
   * Shares the room by weight among the lanes with waiting messages, in whole messages. The remaining messages go, one
   * each, to the lanes with the largest fraction due.
   */
  const sharesOf = (messages: number): readonly number[] => {
    const waiting = WEIGHTS.map((weight, lane) => ((lanes[lane]?.size ?? 0) > 0 ? weight : 0))
    const sum = waiting.reduce((total: number, weight) => total + weight, 0)
    const shares = waiting.map((weight, lane) => {
      due[lane] = weight === 0 ? 0 : Math.min(messages + 1, (due[lane] ?? 0) + (messages * weight) / sum)
      return Math.floor(due[lane] ?? 0)
    })
    const waitingLanes = [...shares.keys()].filter((lane) => (waiting[lane] ?? 0) > 0)
    for (const lane of waitingLanes.toSorted((one, other) => restOf(due, other) - restOf(due, one))) {
      const rest = messages - shares.reduce((total, share) => total + share, 0)
      if (rest > 0) shares[lane] = (shares[lane] ?? 0) + 1
    }
    return shares
  }

  /** Gives the accounts at the head of a lane equal parts of the lane's share, each up to its own allowance. */
  const turnsOf = (lane: number, share: number, most: number, room: Room): Turn[] => {
    const line = lanes[lane]
    if (line === undefined || share < 1) return []
    const allowed: Turn[] = []
    for (const [account, rate] of line) {
      if (allowed.length >= Math.min(most, share)) break
      const own = room.ofAccount(account, rate, lane)
      if (own > 0) allowed.push({ lane, account, rate, most: own })
    }
    const even = Math.max(1, Math.floor(share / Math.max(1, allowed.length)))
    for (const { account, rate } of allowed) {
      line.delete(account)
      line.set(account, rate)
    }
    return allowed.map((turn) => ({ ...turn, most: Math.min(turn.most, even) }))
  }

  return {
    add: (lane, account, rate) => void lanes[lane]?.set(account, rate),
    remove: (lane, account) => void lanes[lane]?.delete(account),
    has: (lane, account) => lanes[lane]?.has(account) === true,
    isEmpty: () => lanes.every(({ size }) => size === 0),
    next(room) {
      const turns: Turn[] = []
      let claimed = 0
      for (const [lane, whole] of sharesOf(room.ofLane(0)).entries()) {
        const share = Math.min(whole, room.ofLane(lane) - claimed)
        const found = turnsOf(lane, share, MOST_TURNS - turns.length, room)
        const most = found.reduce((sum, turn) => sum + turn.most, 0)
        due[lane] = (due[lane] ?? 0) - most
        claimed += most
        turns.push(...found)
      }
      return turns
    },
  }
}

/** The fraction of a message that a lane is due beyond whole messages. */
const restOf = (due: readonly number[], lane: number): number => (due[lane] ?? 0) - Math.floor(due[lane] ?? 0)
