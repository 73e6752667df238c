import { topUp as limits } from '@hongyan/contract/limits/finance'
import { type Micros, parseMicros } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'

interface Balances {
  /** The balance when the order was made; null where it could not be read. */
  readonly before: string | null
  readonly after: string
}

/**
 * True where a top-up counts as paid: by the order's own status where that is known, else by the balance, which rose by
 * no more than the amount (specification section 4, ruling 4).
 */
export function isSettled(status: TopUpStatus | null, { before, after }: Balances, pending: Micros): boolean {
  if (status !== null) return status === TopUpStatus.Paid
  const [then, now] = [parseMicros(before ?? ''), parseMicros(after)]
  return then !== null && now !== null && now > then && now - then <= pending
}

export type PollStep = 'wait' | 'paid' | 'over'

/**
 * The step after polling a QR code that is `elapsed` milliseconds old. A paid order ends the polling. An hour, a
 * cancelled or an expired order ends the code. A failed request changes nothing.
 */
export function pollStep(elapsed: number, status: TopUpStatus | null): PollStep {
  if (status === TopUpStatus.Paid) return 'paid'
  const closed = status === TopUpStatus.Cancelled || status === TopUpStatus.Expired
  return closed || elapsed >= limits.wechatPollUntil ? 'over' : 'wait'
}
