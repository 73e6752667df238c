import type { KeyObject } from 'node:crypto'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { AccountClaim } from '../limits/limits.ts'
import { rowKey, type UseClaim } from '../limits/recipient-uses.ts'
import { windowKey } from '../pipeline/decide.ts'
import type { CapClaim, RateClaims, RuleClaim } from '../pipeline/message.ts'
import { type Counted, capKey, type RatedOutcome, useKey } from '../pipeline/rate-decision.ts'
import { UNUSED, type Use } from '../pipeline/rate-windows.ts'
import { recipientHash } from './recipient-hash.ts'

/** A request's recipients with their claims, as admission sees them. */
export interface RatedRequest {
  readonly rules: { readonly account: AccountId }
  readonly hashKey: KeyObject
  readonly rateClaims: RateClaims | null
  readonly priced: { readonly recipients: readonly RatedOutcome[] }
}

interface Claimed {
  readonly cap: CapClaim[]
  readonly rule: { readonly claim: RuleClaim; readonly moment: RateClaims['moment']; readonly id: MessageId | null }[]
}

/** The claims of the recipients that are not stopped. */
function claimedOf({ rateClaims, priced }: RatedRequest, ids: readonly MessageId[]): Claimed {
  const claimed: Claimed = { cap: [], rule: [] }
  for (const [index, { caps, rules }] of (rateClaims?.recipients ?? []).entries()) {
    const outcome = priced.recipients[index]
    if (rateClaims === null || outcome === undefined || !('ok' in outcome)) continue
    claimed.cap.push(...caps)
    for (const claim of rules) {
      const id = claim.rule.drops ? (ids[index] ?? null) : null
      claimed.rule.push({ claim, moment: rateClaims.moment, id })
    }
  }
  return claimed
}

/** Higher than any count: a cap that alerts refuses nothing. */
const NO_LIMIT = 2n ** 62n

/** The uses of the account's caps by a request, one row for each window. */
export function capRows(request: RatedRequest): AccountClaim[] {
  const { account } = request.rules
  return claimedOf(request, []).cap.map(({ key, windowStart, limit, blocks }) => ({
    account,
    key,
    windowStart,
    limit: blocks ? BigInt(limit) : NO_LIMIT,
    cost: 1n,
    retryAfter: 0,
  }))
}

/** The uses of an account's rules by a request. `ids` are those of its messages. */
export function ruleRows(request: RatedRequest, ids: readonly MessageId[]): UseClaim[] {
  const { account } = request.rules
  return claimedOf(request, ids).rule.map(({ claim, moment, id }) => ({
    account,
    key: recipientHash(request.hashKey, `${claim.rule.id} ${claim.subject}`),
    dayStart: moment.dayStart,
    minute: moment.minute,
    hour: moment.hour,
    limits: claim.rule.limits,
    first: id,
  }))
}

/** The locked rows of some requests, under the names that the decision knows. */
export function countedIn(
  requests: readonly RatedRequest[],
  used: ReadonlyMap<string, bigint>,
  rows: ReadonlyMap<string, Use>,
): Counted {
  const caps = new Map<string, number>()
  const uses = new Map<string, Use>()
  for (const request of requests) {
    const { account } = request.rules
    const { cap, rule } = claimedOf(request, [])
    for (const claim of cap) caps.set(capKey(account, claim), Number(used.get(windowKey(account, claim)) ?? 0n))
    for (const [index, row] of ruleRows(request, []).entries()) {
      const claimed = rule[index]
      if (claimed === undefined) continue
      uses.set(useKey(account, claimed.claim, claimed.moment), rows.get(rowKey(row)) ?? UNUSED)
    }
  }
  return { caps, uses }
}
