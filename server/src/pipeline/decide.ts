import type { AccountId } from '@hongyan/contract/ids'
import { sending } from '@hongyan/contract/limits/messaging'
import { ZERO } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { LimitClaim, PricedRequest } from './message.ts'

/**
 * The locked rows of a batch: the amounts that each account may still spend on codes and on all else, the used part of
 * each counted window, and the parts in each account's backlog.
 */
export interface Locked {
  readonly available: ReadonlyMap<AccountId, { readonly codes: bigint; readonly others: bigint }>
  readonly used: ReadonlyMap<string, bigint>
  readonly waiting: ReadonlyMap<AccountId, bigint>
}

export type Verdict =
  | { readonly request: PricedRequest; readonly accepted: true }
  | {
      readonly request: PricedRequest
      readonly accepted: false
      readonly code: 'insufficient_funds' | LimitClaim['code'] | 'queue_full'
      readonly retryAfter?: number
    }

/** Names a counted window of an account, for the maps that `decide` reads. */
export const windowKey = (account: AccountId, { key, windowStart }: Pick<LimitClaim, 'key' | 'windowStart'>): string =>
  `${account} ${key} ${windowStart.getTime()}`

const NO_FUNDS = { codes: ZERO, others: ZERO }
const CODES = MessageScene.Verification

/**
 * The most parts of an account that may wait: four hours of its rate, or of the default rate if it has none (semantics
 * D11).
 */
export const mostWaiting = (rate: number): number =>
  (rate === 0 ? sending.accountRate : rate) * sending.fullQueueSeconds

const QUEUE_FULL_RETRY_SECONDS = 60

/** The parts of a request that would be sent. */
const partsOf = ({ priced }: PricedRequest): number =>
  priced.recipients.reduce((sum, outcome) => ('ok' in outcome ? sum + outcome.ok.parts : sum), 0)

/** Accepts whole requests, first come first served; one that is too big never blocks a smaller one. */
export function decide(locked: Locked, requests: readonly PricedRequest[]): readonly Verdict[] {
  const funds = new Map(locked.available)
  const used = new Map(locked.used)
  const waiting = new Map(locked.waiting)
  return requests.map((request): Verdict => {
    const { account } = request.rules
    const over = request.limitClaims.find((claim) => usedOf(used, account, claim) + claim.cost > claim.limit)
    if (over) return { request, accepted: false, code: over.code, retryAfter: over.retryAfter }
    const { codes, others } = funds.get(account) ?? NO_FUNDS
    const { total, scene } = request.priced
    if ((scene === CODES ? codes : others) < total) return { request, accepted: false, code: 'insufficient_funds' }
    const queued = (waiting.get(account) ?? 0n) + BigInt(partsOf(request))
    if (queued > BigInt(mostWaiting(request.rules.rate))) {
      return { request, accepted: false, code: 'queue_full', retryAfter: QUEUE_FULL_RETRY_SECONDS }
    }
    waiting.set(account, queued)
    funds.set(account, { codes: codes - total, others: others - total })
    for (const claim of request.limitClaims)
      used.set(windowKey(account, claim), usedOf(used, account, claim) + claim.cost)
    return { request, accepted: true }
  })
}

const usedOf = (used: ReadonlyMap<string, bigint>, account: AccountId, claim: LimitClaim): bigint =>
  used.get(windowKey(account, claim)) ?? 0n
