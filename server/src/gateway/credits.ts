import type { AccountId } from '@hongyan/contract/ids'
import type { QueuedMessage } from '../pipeline/message.ts'
import { laneOf } from './outbox.ts'

/** The share of the window that each lane may fill: codes find room whatever else is on its way. */
const LANE_SHARE = [1, 0.9, 0.75] as const
/** The share that one account may fill with anything but codes, so that its unsettled messages stop no other account. */
const ACCOUNT_SHARE = 0.5
/** Codes may use the last tenth of a second's worth of the link's rate. */
const RATE_RESERVE = 0.1

/** Tokens are parts: a second's worth may gather, and a message larger than that may go into debt. */
interface Bucket {
  tokens: number
  filledAt: number
}

/** The parts that each account may still send. All links of a process share them, because an account has one rate. */
export type AccountRates = Map<AccountId, Bucket>

/**
 * The credits of a link: unsettled messages up to its window, parts up to its rate, and each account's parts up to the
 * account's own rate (semantics D11). Times are monotonic milliseconds.
 */
export interface Credits {
  /** Takes the credit for one message; false where there is none. */
  readonly take: (message: Charge, now: number) => boolean
  /** Books messages that the table was claimed for. */
  readonly book: (message: Charge, now: number) => void
  /** Returns the credit of a message that is settled or was not handed over. */
  readonly give: (account: AccountId) => void
  /** Messages of a lane that there is room for. */
  readonly room: (lane: number, now: number) => number
  /** Messages that an account may hand over in a lane, not counting `room`. */
  readonly allowance: (account: AccountId, rate: number, lane: number, now: number) => number
  /** Credits in use. */
  readonly used: () => number
}

export interface Charge {
  readonly account: AccountId
  readonly lane: number
  readonly parts: number
  /** The account's rate in parts a second; 0 is unlimited. */
  readonly rate: number
}

/** By name, and not by a copy of the message: a copy of its fields costs more than all that the credits do with it. */
export const chargeOf = ({
  account,
  scene,
  parts,
  rate,
}: Pick<QueuedMessage, 'scene' | Exclude<keyof Charge, 'lane'>>): Charge => ({
  account,
  lane: laneOf(scene),
  parts,
  rate,
})

export function createCredits(
  { window, rate: linkRate }: { readonly window: number; readonly rate: number },
  rates: AccountRates = new Map(),
): Credits {
  const usedBy = new Map<AccountId, number>()
  let link: Bucket | null = null
  let used = 0

  const filled = (bucket: Bucket, rate: number, now: number): Bucket => {
    bucket.tokens = Math.min(rate, bucket.tokens + ((now - bucket.filledAt) / 1000) * rate)
    bucket.filledAt = now
    return bucket
  }

  const bucketOf = (account: AccountId, rate: number, now: number): Bucket => {
    const found = rates.get(account) ?? { tokens: rate, filledAt: now }
    rates.set(account, found)
    return filled(found, rate, now)
  }

  const linkTokens = (lane: number, now: number): number => {
    if (linkRate === 0) return Number.POSITIVE_INFINITY
    link = filled(link ?? { tokens: linkRate, filledAt: now }, linkRate, now)
    return link.tokens - (lane === 0 ? 0 : linkRate * RATE_RESERVE)
  }

  /** A message may go while at least one token is there: it then takes its parts, and may leave a debt. */
  const whole = (tokens: number): number => Math.max(0, Math.floor(tokens))

  const room = (lane: number, now: number): number => {
    const share = Math.floor(window * (LANE_SHARE[lane] ?? 0))
    return Math.max(0, Math.min(share - used, whole(linkTokens(lane, now))))
  }

  const allowance = (account: AccountId, rate: number, lane: number, now: number): number => {
    const share = lane === 0 ? window : Math.max(1, Math.floor(window * ACCOUNT_SHARE))
    const tokens = rate === 0 ? Number.POSITIVE_INFINITY : whole(bucketOf(account, rate, now).tokens)
    return Math.max(0, Math.min(share - (usedBy.get(account) ?? 0), tokens))
  }

  const book = ({ account, rate, parts }: Charge, now: number): void => {
    used += 1
    usedBy.set(account, (usedBy.get(account) ?? 0) + 1)
    if (rate > 0) bucketOf(account, rate, now).tokens -= parts
    if (link !== null) link.tokens -= parts
  }

  return {
    room,
    allowance,
    book,
    used: () => used,
    take(message, now) {
      const { account, rate, lane } = message
      if (room(lane, now) < 1 || allowance(account, rate, lane, now) < 1) return false
      book(message, now)
      return true
    },
    give(account) {
      used -= 1
      const left = (usedBy.get(account) ?? 1) - 1
      if (left > 0) usedBy.set(account, left)
      else usedBy.delete(account)
    },
  }
}
