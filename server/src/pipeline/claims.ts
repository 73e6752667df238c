import { trust } from '@hongyan/contract/limits/messaging'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { dayIn } from './day.ts'
import type { LimitClaim, Priced, Rules } from './message.ts'

/**
 * Returns a request's claims on the counted limits of its account: the caps of the lower trust levels on a day in the
 * account's zone (semantics D13, ruling 30).
 */
export function claims(rules: Rules, priced: Priced, now: Date): readonly LimitClaim[] {
  const cap = rules.strictTrust ? dayCaps[rules.level] : null
  if (cap === null) return []
  const day = dayIn(rules.zone, now)
  const retryAfter = Math.ceil((day.end.getTime() - now.getTime()) / 1_000)
  const cost = BigInt(priced.recipients.filter((outcome) => 'ok' in outcome).length)
  return [{ key: 'trust.day', windowStart: day.start, cost, retryAfter, ...cap }]
}

const dayCaps: Readonly<Record<TrustLevel, Pick<LimitClaim, 'limit' | 'code'> | null>> = {
  [TrustLevel.New]: { limit: BigInt(trust.newPerDay), code: 'daily_cap_new' },
  [TrustLevel.Paid]: { limit: BigInt(trust.paidPerDay), code: 'daily_cap_paid' },
  [TrustLevel.Verified]: null,
  [TrustLevel.Trusted]: null,
}
