import { DAY } from '@hongyan/contract/durations'
import { trust } from '@hongyan/contract/limits/messaging'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { LimitClaim, Priced, Rules } from './message.ts'

/**
 * Returns a request's claims on the counted limits of its account: the day caps of the lower trust levels (semantics
 * D13).
 */
export function claims(rules: Rules, priced: Priced, now: Date): readonly LimitClaim[] {
  const limit = dayCap(rules)
  if (limit === null) return []
  // A cap counts days of UTC, whatever the account's zone.
  const windowStart = new Date(Math.floor(now.getTime() / DAY) * DAY)
  const retryAfter = Math.ceil((windowStart.getTime() + DAY - now.getTime()) / 1000)
  const cost = BigInt(priced.recipients.filter((outcome) => 'ok' in outcome).length)
  return [{ key: 'trust.day', windowStart, limit: BigInt(limit), cost, retryAfter }]
}

function dayCap(rules: Rules): number | null {
  if (!rules.strictTrust) return null
  if (rules.level === TrustLevel.New) return trust.newPerDay
  return rules.level === TrustLevel.Paid ? trust.paidPerDay : null
}
