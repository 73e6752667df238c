import type { AccountId } from '@hongyan/contract/ids'
import { ZERO } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { LimitClaim, PricedRequest } from './message.ts'

/** What the locked rows say: what each account may still spend on codes and on all else, and how much of each counted window is used. */
export interface Locked {
  readonly available: ReadonlyMap<AccountId, { readonly codes: bigint; readonly others: bigint }>
  readonly used: ReadonlyMap<string, bigint>
}

export type Verdict =
  | { readonly request: PricedRequest; readonly accepted: true }
  | {
      readonly request: PricedRequest
      readonly accepted: false
      readonly code: 'insufficient_funds' | 'limit_exceeded'
      readonly retryAfter?: number
    }

/** Names a counted window of an account, for the maps that `decide` reads. */
export const windowKey = (account: AccountId, { key, windowStart }: Pick<LimitClaim, 'key' | 'windowStart'>): string =>
  `${account} ${key} ${windowStart.getTime()}`

const NOTHING = { codes: ZERO, others: ZERO }
const CODES = MessageScene.Verification

/** Who of the waiting may pass: whole requests, first come first served; one too big never blocks a smaller one. */
export function decide(locked: Locked, requests: readonly PricedRequest[]): readonly Verdict[] {
  const funds = new Map(locked.available)
  const used = new Map(locked.used)
  return requests.map((request): Verdict => {
    const { account } = request.rules
    const over = request.limitClaims.find((claim) => usedOf(used, account, claim) + claim.cost > claim.limit)
    if (over) return { request, accepted: false, code: 'limit_exceeded', retryAfter: over.retryAfter }
    const { codes, others } = funds.get(account) ?? NOTHING
    const { total, scene } = request.priced
    if ((scene === CODES ? codes : others) < total) return { request, accepted: false, code: 'insufficient_funds' }
    funds.set(account, { codes: codes - total, others: others - total })
    for (const claim of request.limitClaims)
      used.set(windowKey(account, claim), usedOf(used, account, claim) + claim.cost)
    return { request, accepted: true }
  })
}

const usedOf = (used: ReadonlyMap<string, bigint>, account: AccountId, claim: LimitClaim): bigint =>
  used.get(windowKey(account, claim)) ?? 0n
