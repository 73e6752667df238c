import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { sending } from '@hongyan/contract/limits/messaging'
import { type Micros, micros, ZERO } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { LimitClaim, Priced, PricedRecipient, PricedRequest } from './message.ts'
import { type Counted, rate, type RatedOutcome } from './rate-decision.ts'
import type { Use } from './rate-windows.ts'

/**
 * The locked rows of a batch: the amounts that each account may still spend on codes and on all else, the used part of
 * each counted window, what the owners' own limits have counted, and the parts in each account's backlog.
 */
export interface Locked {
  readonly available: ReadonlyMap<AccountId, { readonly codes: bigint; readonly others: bigint }>
  readonly used: ReadonlyMap<string, bigint>
  readonly rated: Counted
  readonly waiting: ReadonlyMap<AccountId, bigint>
}

/** A request after the limits that the owner set: some of its recipients may be stopped. */
export interface RatedPriced extends Omit<Priced, 'recipients'> {
  readonly recipients: readonly RatedOutcome[]
}

/** A request as it is accepted. */
export interface Decided extends Omit<PricedRequest, 'priced'> {
  readonly priced: RatedPriced
}

export type Verdict =
  | { readonly request: PricedRequest; readonly accepted: true; readonly decided: Decided }
  | {
      readonly request: PricedRequest
      readonly accepted: false
      readonly code: ErrorCode
      readonly retryAfter?: number
      /** The recipients, where the owner's limits stop all of them. */
      readonly rated?: readonly RatedOutcome[]
      /** A channel whose daily spend cap has no room for it. */
      readonly overCap?: OverCap
    }

/** A channel whose daily spend cap has no room, and what its messages of the day cost so far, in millionths. */
export interface OverCap {
  readonly upstream: string
  readonly used: bigint
}

/** Names a counted window of an account, for the maps that `decide` reads. */
export const windowKey = (account: AccountId, { key, windowStart }: Pick<LimitClaim, 'key' | 'windowStart'>): string =>
  `${account} ${key} ${windowStart.getTime()}`

type Refusing = Extract<Verdict, { accepted: false }>

const NO_FUNDS = { codes: ZERO, others: ZERO }
const CODES = MessageScene.Verification

/**
 * The most parts of an account that may wait: four hours of its rate, or of the default rate if it has none (semantics
 * D11).
 */
export const mostWaiting = (rate: number): number =>
  (rate === 0 ? sending.accountRate : rate) * sending.fullQueueSeconds

const QUEUE_FULL_RETRY_SECONDS = 60

/** The recipients that would be sent to. */
export const sentOf = (recipients: readonly RatedOutcome[]): readonly PricedRecipient[] =>
  recipients.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []))

/**
 * Accepts requests first come first served; one that is too big never blocks a smaller one. The owner's limits may stop
 * some recipients of a request; everything else holds for the whole of it. A request of a broadcast is accepted also
 * where its recipients are all refused, and refused where a cap of the account is full. `ids` are those that its messages
 * would have.
 */
export function decide(
  locked: Locked,
  requests: readonly PricedRequest[],
  ids: ReadonlyMap<PricedRequest, readonly MessageId[]> = new Map(),
): readonly Verdict[] {
  const funds = new Map(locked.available)
  const used = new Map(locked.used)
  const waiting = new Map(locked.waiting)
  const caps = new Map(locked.rated.caps)
  const uses = new Map<string, Use>(locked.rated.uses)
  return requests.map((request): Verdict => {
    const { account } = request.rules
    const refuse = (code: ErrorCode, more: Pick<Refusing, 'retryAfter' | 'rated' | 'overCap'> = {}): Verdict => ({
      request,
      accepted: false,
      code,
      ...more,
    })
    const rated =
      request.rateClaims &&
      rate({ caps, uses }, account, request.rateClaims, request.priced.recipients, ids.get(request) ?? [])
    const decided = rated === null ? request : withRecipients(request, rated.recipients)
    const [first] = decided.priced.recipients
    if (request.broadcast !== undefined) {
      const full = rated === null ? null : fullCap(rated.recipients)
      if (full !== null) return refuse(full)
    } else if (rated !== null && first && 'refused' in first && allRefused(rated.recipients)) {
      return refuse(first.refused.code, { rated: rated.recipients })
    }
    const over = decided.limitClaims.find((claim) => usedOf(used, account, claim) + claim.cost > claim.limit)
    if (over?.upstream !== undefined) {
      return refuse(over.code, { overCap: { upstream: over.upstream, used: usedOf(used, account, over) } })
    }
    if (over) return refuse(over.code, { retryAfter: over.retryAfter })
    const { codes, others } = funds.get(account) ?? NO_FUNDS
    const { total, scene, recipients } = decided.priced
    if ((scene === CODES ? codes : others) < total) return refuse('insufficient_funds')
    const queued = (waiting.get(account) ?? 0n) + BigInt(sentOf(recipients).reduce((sum, one) => sum + one.parts, 0))
    if (queued > BigInt(mostWaiting(request.rules.rate))) {
      return refuse('queue_full', { retryAfter: QUEUE_FULL_RETRY_SECONDS })
    }
    waiting.set(account, queued)
    funds.set(account, { codes: codes - total, others: others - total })
    for (const claim of decided.limitClaims) {
      used.set(windowKey(account, claim), usedOf(used, account, claim) + claim.cost)
    }
    for (const [key, count] of rated?.counted.caps ?? []) caps.set(key, count)
    for (const [key, use] of rated?.counted.uses ?? []) uses.set(key, use)
    return { request, accepted: true, decided }
  })
}

/** A request with its recipients after some limits, and without the cost of those that are stopped. */
export function withRecipients<T extends PricedRequest, O extends RatedOutcome>(request: T, recipients: readonly O[]) {
  const sent = sentOf(recipients)
  const total = sent.reduce<Micros>((sum, one) => micros(sum + one.price), ZERO)
  return {
    ...request,
    priced: { ...request.priced, recipients, total },
    limitClaims: request.limitClaims.map((claim) => ({ ...claim, cost: costOf(claim, sent) })),
  }
}

/** A claim's cost for some recipients: what the messages of its channel cost, or else one a message of its sender ID. */
export function costOf(
  { upstream, signature }: Pick<LimitClaim, 'upstream' | 'signature'>,
  sent: readonly PricedRecipient[],
): bigint {
  if (upstream !== undefined) {
    return sent.reduce((sum, one) => (one.route?.upstream === upstream ? sum + one.price : sum), 0n)
  }
  return BigInt(signature === undefined ? sent.length : sent.filter((one) => one.signature === signature).length)
}

/** True where no recipient passes: a dropped one does, because it is answered. */
export const allRefused = (recipients: readonly RatedOutcome[]): boolean =>
  recipients.every((outcome) => 'refused' in outcome)

/** The cap of the account that stops a recipient: a broadcast then waits for its owner and skips nobody for it. */
function fullCap(recipients: readonly RatedOutcome[]): ErrorCode | null {
  for (const outcome of recipients) {
    const hit = 'refused' in outcome ? outcome.refused.hit : undefined
    if (hit !== undefined && hit.code !== 'recipient_rate_limited') return hit.code
  }
  return null
}

const usedOf = (used: ReadonlyMap<string, bigint>, account: AccountId, claim: LimitClaim): bigint =>
  used.get(windowKey(account, claim)) ?? 0n
