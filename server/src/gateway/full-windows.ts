import type { LimitHit, PricedRequest } from '../pipeline/message.ts'
import { withRecipients } from '../pipeline/decide.ts'
import { capKey, type RatedOutcome, useKey } from '../pipeline/rate-decision.ts'

/** Windows that are kept in memory; beyond them the oldest are let go of. */
const MOST = 50_000

/**
 * Remembers windows that have no room left. A window never gains room, so a recipient that meets one is stopped without
 * the database: a program that repeats what its limits refuse costs other accounts nothing.
 */
export interface FullWindows {
  /** Returns the request with the recipients refused whose windows are known to be full, and their limits. */
  readonly stop: <T extends PricedRequest>(request: T, now: Date) => { readonly request: T; readonly hits: LimitHit[] }
  /** Remembers the limits that stopped recipients of a request. */
  readonly learn: (request: PricedRequest, rated: readonly RatedOutcome[]) => void
}

export function createFullWindows(): FullWindows {
  const known = new Map<string, LimitHit>()

  const remember = (key: string, hit: LimitHit): void => {
    known.delete(key)
    known.set(key, hit)
    if (known.size <= MOST) return
    for (const oldest of known.keys()) {
      known.delete(oldest)
      return
    }
  }

  /** The hit of a window, while the window lasts and its limit is the same. */
  const full = (key: string, now: Date, limitOf: (hit: LimitHit) => number): LimitHit | null => {
    const hit = known.get(key)
    return hit !== undefined && hit.resetAt > now && hit.limit === limitOf(hit) ? hit : null
  }

  const hitOf = ({ rules, rateClaims }: PricedRequest, index: number, now: Date): LimitHit | null => {
    const claims = rateClaims?.recipients[index]
    if (rateClaims === null || claims === undefined) return null
    for (const claim of claims.rules) {
      // Its reply needs the first message of the window, and goes before what follows.
      if (claim.rule.drops) return null
      const key = useKey(rules.account, claim, rateClaims.moment)
      const hit = full(key, now, ({ window }) => claim.rule.limits[window])
      if (hit !== null) return hit
    }
    for (const claim of claims.caps) {
      const hit = claim.blocks ? full(capKey(rules.account, claim), now, () => claim.limit) : null
      if (hit !== null) return hit
    }
    return null
  }

  return {
    stop(request, now) {
      const hits: LimitHit[] = []
      if (request.rateClaims === null || known.size === 0) return { request, hits }
      const recipients = request.priced.recipients.map((outcome, index) => {
        const hit = 'ok' in outcome ? hitOf(request, index, now) : null
        if (hit === null || !('ok' in outcome)) return outcome
        hits.push(hit)
        const { to, country, callingCode, text } = outcome.ok
        return { refused: { to, country, callingCode, code: hit.code, text, hit } }
      })
      return { request: hits.length === 0 ? request : withRecipients(request, recipients), hits }
    },
    learn({ rules: { account }, rateClaims }, rated) {
      if (rateClaims === null) return
      for (const [index, outcome] of rated.entries()) {
        const hit = 'refused' in outcome ? outcome.refused.hit : undefined
        const claims = rateClaims.recipients[index]
        if (hit === undefined || claims === undefined) continue
        const rule = claims.rules.find((claim) => claim.rule.id === hit.subject)
        const cap = claims.caps.find(({ kind }) => kind === hit.subject)
        if (rule !== undefined) remember(useKey(account, rule, rateClaims.moment), hit)
        else if (cap !== undefined) remember(capKey(account, cap), hit)
      }
    },
  }
}
