import { topUp as limits } from '@hongyan/contract/limits'
import { type Micros, parseMicros } from '@hongyan/contract/money'
import { TopUpStatus } from '@hongyan/contract/vocabulary/payment'

/** Whether a balance tells that a top-up came in: it rose, and by no more than that (specification section 4). */
export function roseBy(before: string, after: string, pending: Micros): boolean {
  const [then, now] = [parseMicros(before), parseMicros(after)]
  return then !== null && now !== null && now > then && now - then <= pending
}

export type PollStep = 'wait' | 'paid' | 'over'

/**
 * What to do after a check of a code that has been shown for `elapsed` milliseconds: paid ends it, an hour or an order
 * that nobody can pay any more makes the code worthless, and an answer that did not come changes nothing.
 */
export function pollStep(elapsed: number, status: TopUpStatus | null): PollStep {
  if (status === TopUpStatus.Paid) return 'paid'
  const closed = status === TopUpStatus.Cancelled || status === TopUpStatus.Expired
  return closed || elapsed >= limits.wechatPollUntil ? 'over' : 'wait'
}
