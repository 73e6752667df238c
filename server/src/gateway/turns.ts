import type { AccountId } from '@hongyan/contract/ids'
import type { Turn } from './outbox.ts'

/** Codes before notifications before marketing, by weight; none starves (semantics D11). */
const WEIGHTS = [16, 4, 1] as const
/** Accounts of one claim. */
const MOST_TURNS = 64

/** The accounts known to have messages in the table, lane by lane, in turn. */
export interface Turns {
  readonly add: (lane: number, account: AccountId, rate: number) => void
  readonly remove: (lane: number, account: AccountId) => void
  readonly has: (lane: number, account: AccountId) => boolean
  readonly isEmpty: () => boolean
  /**
   * The next claim: shares the room among the lanes by weight and, in a lane, among the accounts whose turn it is. Those
   * that get a share move to the end of their lane.
   */
  readonly next: (room: Room) => readonly Turn[]
}

export interface Room {
  /** Messages of a lane that there is room for. */
  readonly ofLane: (lane: number) => number
  /** Messages that an account may hand over in a lane. */
  readonly ofAccount: (account: AccountId, rate: number, lane: number) => number
}

export function createTurns(): Turns {
  const lanes = WEIGHTS.map(() => new Map<AccountId, number>())

  /** The room that a lane was due and did not get, so that a lane with a small weight gets its turn when room is scarce. */
  const due = WEIGHTS.map(() => 0)

  /** Shares the room among the lanes that wait by weight: whole messages, and what remains to the lane most in arrears. */
  const sharesOf = (messages: number): readonly number[] => {
    const waiting = WEIGHTS.map((weight, lane) => ((lanes[lane]?.size ?? 0) > 0 ? weight : 0))
    const sum = waiting.reduce((total: number, weight) => total + weight, 0)
    const shares = waiting.map((weight, lane) => {
      due[lane] = weight === 0 ? 0 : Math.min(messages + 1, (due[lane] ?? 0) + (messages * weight) / sum)
      return Math.floor(due[lane] ?? 0)
    })
    const inArrears = [...shares.keys()].filter((lane) => (waiting[lane] ?? 0) > 0)
    for (const lane of inArrears.toSorted((one, other) => restOf(due, other) - restOf(due, one))) {
      const rest = messages - shares.reduce((total, share) => total + share, 0)
      if (rest > 0) shares[lane] = (shares[lane] ?? 0) + 1
    }
    return shares
  }

  /** Gives each account in turn an even part of the lane's share, as far as its own allowance goes. */
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

/** The part of a lane's due that is no whole message. */
const restOf = (due: readonly number[], lane: number): number => (due[lane] ?? 0) - Math.floor(due[lane] ?? 0)
