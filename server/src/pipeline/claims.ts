import { trust } from '@hongyan/contract/limits/messaging'
import { reviews } from '@hongyan/contract/limits/senders'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { dayIn } from './day.ts'
import { costOf, sentOf } from './decide.ts'
import type { LimitClaim, PreApproved, Priced, PricedRecipient, RateClaims, Rules } from './message.ts'
import { rateClaims } from './rate-claims.ts'
import type { Channel } from './route.ts'

/** A request's claims on the limits of its account: those of the provider, and those that the owner set. */
export const claims = (
  rules: Rules,
  priced: Priced,
  now: Date,
): { readonly limitClaims: readonly LimitClaim[]; readonly rateClaims: RateClaims | null } => ({
  limitClaims: limitClaims(rules, priced, now),
  rateClaims: rateClaims(rules, priced, now),
})

/**
 * Returns a request's claims on the counted limits of its account, on a day in its zone: the caps of the lower trust
 * levels, and of senders and templates that no person has approved (semantics D13, ruling 30).
 */
function limitClaims(rules: Rules, priced: Priced, now: Date): readonly LimitClaim[] {
  const cap = rules.strictTrust ? dayCaps[rules.level] : null
  const channels = rules.routing === null ? [] : managedOf(priced)
  if (cap === null && priced.preApproved.length === 0 && channels.length === 0) return []
  const day = dayIn(rules.zone, now)
  const retryAfter = Math.ceil((day.end.getTime() - now.getTime()) / 1_000)
  const sent = sentOf(priced.recipients)
  const window = { windowStart: day.start, retryAfter }
  return [
    ...(cap === null ? [] : [{ key: 'trust.day', cost: BigInt(sent.length), ...window, ...cap }]),
    ...priced.preApproved.map((holder) => preApprovedClaim(holder, sent, window)),
    ...channels.map((channel) => spendingOf(channel, sent, window)),
  ]
}

/** The managed channels that carry messages of a request. */
function managedOf({ recipients }: Priced): readonly Channel[] {
  const channels = new Map<string, Channel>()
  for (const { route } of sentOf(recipients)) {
    if (route !== null && route.channel.provider !== null) channels.set(route.upstream, route.channel)
  }
  return [...channels.values()]
}

/** Higher than any sum: the spending of a channel without a cap is counted all the same. */
const NO_CAP = 2n ** 62n

/** What a request spends over a channel on a day, of the channel's cap. */
const spendingOf = (
  { upstream, dailyCap }: Channel,
  sent: readonly PricedRecipient[],
  window: Pick<LimitClaim, 'windowStart' | 'retryAfter'>,
): LimitClaim => ({
  ...window,
  code: 'no_upstream_available',
  key: spendingKey(upstream),
  upstream,
  limit: dailyCap ?? NO_CAP,
  cost: costOf({ upstream }, sent),
})

/** The name of a channel's spending among the counted windows of its account. */
export const spendingKey = (upstream: string): string => `upstream.${upstream}`

/** Screens S2: a hundred messages a day before a person has decided. */
const preApprovedCap = { limit: BigInt(reviews.preApprovedPerDay), code: 'pre_approved_cap' } as const

/** The part of the hundred that a request takes: the messages under the sender ID, or all by the template. */
function preApprovedClaim(
  { key, signature }: PreApproved,
  sent: readonly PricedRecipient[],
  window: Pick<LimitClaim, 'windowStart' | 'retryAfter'>,
): LimitClaim {
  const of = signature === null ? {} : { signature }
  return { key, cost: costOf(of, sent), ...of, ...window, ...preApprovedCap }
}

const dayCaps: Readonly<Record<TrustLevel, Pick<LimitClaim, 'limit' | 'code'> | null>> = {
  [TrustLevel.New]: { limit: BigInt(trust.newPerDay), code: 'daily_cap_new' },
  [TrustLevel.Paid]: { limit: BigInt(trust.paidPerDay), code: 'daily_cap_paid' },
  [TrustLevel.Verified]: null,
  [TrustLevel.Trusted]: null,
}
