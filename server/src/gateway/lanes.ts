import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { laneOf } from './outbox.ts'
import type { Waiting } from '../pipeline/message.ts'

/** Codes before notifications before marketing, by weight, never starving one (semantics D11). */
const WEIGHTS = [16, 4, 1] as const

interface Bucket {
  tokens: number
  filledAt: number
}

interface Line {
  readonly account: AccountId
  readonly waiting: Waiting[]
  /** Index of the next in `waiting`; what lies before it has gone. */
  from: number
}

/** The messages that wait in memory for one upstream: lanes by weight, inside a lane accounts in turn, each at its rate. */
export interface Lanes {
  readonly add: (message: Waiting) => void
  /** Up to `limit` messages whose turn it is at `now` (milliseconds). */
  readonly take: (limit: number, now: number) => readonly Waiting[]
  /** Messages held, of all accounts. */
  readonly size: number
  /** Messages held of one account. */
  readonly sizeOf: (account: AccountId) => number
  readonly has: (id: MessageId) => boolean
  readonly ids: () => readonly MessageId[]
}

/** Tokens are parts: a second's worth may gather, and a message larger than that may go into debt. */
function mayGo(bucket: Bucket, rate: number, now: number): boolean {
  bucket.tokens = Math.min(rate, bucket.tokens + ((now - bucket.filledAt) / 1000) * rate)
  bucket.filledAt = now
  return bucket.tokens >= 1
}

export function createLanes(): Lanes {
  const lanes: Line[][] = WEIGHTS.map(() => [])
  const buckets = new Map<AccountId, Bucket>()
  const sizes = new Map<AccountId, number>()
  const held = new Set<MessageId>()

  const lineOf = (lane: Line[], account: AccountId): Line => {
    const found = lane.find((line) => line.account === account)
    if (found) return found
    const line: Line = { account, waiting: [], from: 0 }
    lane.push(line)
    return line
  }

  const bucketOf = (account: AccountId, rate: number, now: number): Bucket => {
    const found = buckets.get(account)
    if (found) return found
    const bucket = { tokens: rate, filledAt: now }
    buckets.set(account, bucket)
    return bucket
  }

  const release = (message: Waiting, now: number): void => {
    if (message.rate > 0) bucketOf(message.account, message.rate, now).tokens -= message.parts
    held.delete(message.id)
    const left = (sizes.get(message.account) ?? 1) - 1
    if (left > 0) sizes.set(message.account, left)
    else sizes.delete(message.account)
  }

  /** One message of the first account in the lane that may go; that account moves to the end of the line. */
  const takeOne = (lane: Line[], now: number): Waiting | null => {
    for (let tries = lane.length; tries > 0; tries -= 1) {
      const line = lane.shift()
      const message = line?.waiting[line.from]
      if (!line || !message) continue
      const free = message.rate === 0 || mayGo(bucketOf(line.account, message.rate, now), message.rate, now)
      if (free) advance(line)
      if (line.from < line.waiting.length) lane.push(line)
      if (free) {
        release(message, now)
        return message
      }
    }
    return null
  }

  const takeSome = (lane: Line[], most: number, now: number, into: Waiting[]): number => {
    let taken = 0
    while (taken < most) {
      const message = takeOne(lane, now)
      if (!message) break
      into.push(message)
      taken += 1
    }
    return taken
  }

  return {
    add(message) {
      const lane = lanes[laneOf(message.scene)]
      if (!lane || held.has(message.id)) return
      lineOf(lane, message.account).waiting.push(message)
      held.add(message.id)
      sizes.set(message.account, (sizes.get(message.account) ?? 0) + 1)
    },
    take(limit, now) {
      const taken: Waiting[] = []
      for (;;) {
        const before = taken.length
        lanes.forEach((lane, at) => takeSome(lane, Math.min(WEIGHTS[at] ?? 1, limit - taken.length), now, taken))
        if (taken.length === before || taken.length >= limit) return taken
      }
    },
    get size() {
      return held.size
    },
    sizeOf: (account) => sizes.get(account) ?? 0,
    has: (id) => held.has(id),
    ids: () => [...held],
  }
}

/** Steps over the taken message, and now and then lets go of the whole stretch behind. */
function advance(line: Line): void {
  line.from += 1
  if (line.from < 1024) return
  line.waiting.splice(0, line.from)
  line.from = 0
}
