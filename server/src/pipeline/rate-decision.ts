import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type {
  CapClaim,
  DroppedRecipient,
  LimitHit,
  Outcome,
  PricedRecipient,
  RateClaims,
  RecipientClaims,
  RuleClaim,
} from './message.ts'
import { endOf, fullWindow, type Moment, plusOne, type Use, UNUSED, useAt } from './rate-windows.ts'

/** The messages that are counted already: of caps by `capKey`, of rules by `useKey`. */
export interface Counted {
  readonly caps: ReadonlyMap<string, number>
  readonly uses: ReadonlyMap<string, Use>
}

/** Names a cap's window. */
export const capKey = (account: AccountId, { key, windowStart }: Pick<CapClaim, 'key' | 'windowStart'>): string =>
  `${account} ${key} ${windowStart.getTime()}`

/** Names the messages of a day that a rule counts together. */
export const useKey = (account: AccountId, { rule, subject }: RuleClaim, { dayStart }: Pick<Moment, 'dayStart'>) =>
  `${account} ${rule.id} ${dayStart.getTime()} ${subject}`

/** A recipient after the limits of its account. */
export type RatedOutcome = Outcome<PricedRecipient> | { readonly dropped: DroppedRecipient }

export interface Rated {
  readonly recipients: readonly RatedOutcome[]
  /** The counts that change once the request is accepted. */
  readonly counted: Counted
}

/** Counts messages on top of what is counted already, which stays as it is. */
export interface RateCounter {
  /** The limit that has no room for a message; null where it fits. */
  readonly stopOf: (claimed: RecipientClaims, moment: Moment) => Stop | null
  /** Counts a message. `id` is its own, for rules that drop duplicates. */
  readonly count: (claimed: RecipientClaims, moment: Moment, id: MessageId | null) => void
}

/** Keeps counts by their names. */
export interface Kept<Count> {
  readonly get: (name: string) => Count | undefined
  readonly set: (name: string, count: Count) => void
}

interface Counting {
  readonly before: Counted
  /** Keep the counts that change. */
  readonly caps: Kept<number>
  readonly uses: Kept<Use>
  /** Names uses; `useKey` by default. Where rules share a name, only one of them may be among the claims that are counted. */
  readonly nameOf?: typeof useKey
}

export interface Stop {
  readonly hit: LimitHit
  /** The message that the stopped one is a duplicate of. */
  readonly first: MessageId | null
}

export const NOTHING: Counted = { caps: new Map(), uses: new Map() }

export function createRateCounter(account: AccountId, { before, caps, uses, nameOf = useKey }: Counting): RateCounter {
  const usedOf = (claim: CapClaim): number => {
    const key = capKey(account, claim)
    return caps.get(key) ?? before.caps.get(key) ?? 0
  }
  const useOf = (claim: RuleClaim, moment: Moment): Use => {
    const key = nameOf(account, claim, moment)
    return useAt(uses.get(key) ?? before.uses.get(key) ?? UNUSED, moment)
  }
  return {
    stopOf(claimed, moment) {
      for (const claim of claimed.rules) {
        const use = useOf(claim, moment)
        const window = fullWindow(use, claim.rule.limits)
        if (window === null) continue
        return { hit: hitOf(claim, window, moment), first: claim.rule.drops ? use.firsts[window] : null }
      }
      const cap = claimed.caps.find((claim) => claim.blocks && usedOf(claim) >= claim.limit)
      return cap === undefined ? null : { hit: capHit(cap), first: null }
    },
    count(claimed, moment, id) {
      for (const claim of claimed.caps) caps.set(capKey(account, claim), usedOf(claim) + 1)
      for (const claim of claimed.rules) {
        uses.set(nameOf(account, claim, moment), plusOne(useOf(claim, moment), claim.rule.drops ? id : null))
      }
    },
  }
}

/**
 * Takes the recipients of a request one after the other, and stops those that a cap or a rule has no room for. A message
 * that is stopped is counted by none. `ids` are the ids that the messages would have.
 */
export function rate(
  before: Counted,
  account: AccountId,
  { moment, recipients: claims }: RateClaims,
  recipients: readonly Outcome<PricedRecipient>[],
  ids: readonly MessageId[],
): Rated {
  const counted = { caps: new Map<string, number>(), uses: new Map<string, Use>() }
  const counter = createRateCounter(account, { before, ...counted })
  const rated = recipients.map((outcome, index): RatedOutcome => {
    const claimed = claims[index]
    if ('refused' in outcome || claimed === undefined) return outcome
    const stop = counter.stopOf(claimed, moment)
    if (stop !== null) return stopped(outcome.ok, stop)
    counter.count(claimed, moment, ids[index] ?? null)
    return outcome
  })
  return { recipients: rated, counted }
}

function stopped({ to, country, callingCode, text }: PricedRecipient, { hit, first }: Stop): RatedOutcome {
  if (first !== null) return { dropped: { to, country, callingCode, first, hit } }
  return { refused: { to, country, callingCode, code: hit.code, text, hit } }
}

const hitOf = ({ rule }: RuleClaim, window: LimitHit['window'], moment: Moment): LimitHit => ({
  code: 'recipient_rate_limited',
  subject: rule.id,
  scope: rule.scope,
  country: null,
  drops: rule.drops,
  window,
  limit: rule.limits[window],
  resetAt: endOf(window, moment),
})

const capHit = ({ kind, country, limit, windowEnd }: CapClaim): LimitHit => ({
  code: kind === 'day' ? 'day_cap_reached' : 'country_cap_reached',
  subject: kind,
  scope: kind,
  country,
  drops: false,
  window: kind === 'day' ? 'day' : 'hour',
  limit,
  resetAt: windowEnd,
})
