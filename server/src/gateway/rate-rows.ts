import type { KeyObject } from 'node:crypto'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { AccountClaim } from '../limits/limits.ts'
import { rowKey, type UseClaim } from '../limits/recipient-uses.ts'
import { windowKey } from '../pipeline/decide.ts'
import type { RateClaims, RecipientClaims, RuleClaim } from '../pipeline/message.ts'
import { type Counted, capKey, type RatedOutcome, useKey } from '../pipeline/rate-decision.ts'
import { type Moment, UNUSED, type Use } from '../pipeline/rate-windows.ts'
import { recipientHash } from './recipient-hash.ts'

/** A request's recipients with their claims, as admission sees them. */
export interface RatedRequest {
  readonly rules: { readonly account: AccountId }
  readonly hashKey: KeyObject
  readonly rateClaims: RateClaims | null
  readonly priced: { readonly recipients: readonly RatedOutcome[] }
}

interface Claimed extends RecipientClaims {
  /** The place of the recipient in its request. */
  readonly place: number
  readonly moment: Moment
}

/** The claims of the recipients that are not stopped. */
function* claimedOf({ rateClaims, priced }: RatedRequest): Generator<Claimed> {
  if (rateClaims === null) return
  const { moment, recipients } = rateClaims
  for (const [place, { caps, rules }] of recipients.entries()) {
    const outcome = priced.recipients[place]
    if (outcome !== undefined && 'ok' in outcome) yield { place, moment, caps, rules }
  }
}

/** Higher than any count: a cap that alerts refuses nothing. */
const NO_LIMIT = 2n ** 62n

/** The uses of the account's caps by a request, one row for each message and window. */
export function capRows(request: RatedRequest): AccountClaim[] {
  const { account } = request.rules
  const rows: AccountClaim[] = []
  for (const { caps } of claimedOf(request)) {
    for (const { key, windowStart, limit, blocks } of caps)
      rows.push({ account, key, windowStart, limit: blocks ? BigInt(limit) : NO_LIMIT, cost: 1n, retryAfter: 0 })
  }
  return rows
}

/** The uses of an account's rules by a request, one row for each message and rule. `ids` are those of its messages. */
export function ruleRows(request: RatedRequest, ids: readonly MessageId[]): UseClaim[] {
  const rows: UseClaim[] = []
  for (const { place, moment, rules } of claimedOf(request)) {
    for (const claim of rules)
      rows.push(ruleRow(request, claim, moment, claim.rule.drops ? (ids[place] ?? null) : null))
  }
  return rows
}

function ruleRow(
  { rules, hashKey }: RatedRequest,
  { rule, subject }: RuleClaim,
  moment: Moment,
  first: MessageId | null,
): UseClaim {
  return {
    account: rules.account,
    key: recipientHash(hashKey, `${rule.id} ${subject}`),
    dayStart: moment.dayStart,
    minute: moment.minute,
    hour: moment.hour,
    limits: rule.limits,
    messages: 1,
    first,
  }
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
    for (const { moment, caps: capClaims, rules } of claimedOf(request)) {
      for (const claim of capClaims) caps.set(capKey(account, claim), Number(used.get(windowKey(account, claim)) ?? 0n))
      for (const claim of rules) {
        uses.set(useKey(account, claim, moment), rows.get(rowKey(ruleRow(request, claim, moment, null))) ?? UNUSED)
      }
    }
  }
  return { caps, uses }
}
