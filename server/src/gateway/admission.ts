import type { KeyObject } from 'node:crypto'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { micros, ZERO } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { isConnectionLoss } from '../db/connect.ts'
import { inLastFlight, inOneFlight, isMisfit, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { secondsUntil } from '../kit/refusal.ts'
import { type CoveredHold, ledger } from '../ledger/ledger.ts'
import { lockLimits, useAll, writeLimits } from '../limits/limits.ts'
import {
  claimAll,
  claimKey,
  claimRequests,
  type OwnedClaim,
  releaseRequests,
  storeAnswers,
  type Taken,
} from '../limits/requests.ts'
import { lockUses, useRecipients, writeUses } from '../limits/recipient-uses.ts'
import {
  allRefused,
  type Decided,
  decide,
  mostWaiting,
  type OverCap,
  sentOf,
  type Verdict,
} from '../pipeline/decide.ts'
import type { LimitHit, PricedRequest, QueuedMessage } from '../pipeline/message.ts'
import type { RatedOutcome } from '../pipeline/rate-decision.ts'
import { collectChanges, type StatusChange } from '../webhooks/collect.ts'
import { type Accepted, accept, newMessageIds } from './accepted.ts'
import { insertSends, lockSendable } from './broadcast-sends.ts'
import { countAccepted } from './daily.ts'
import { insertStops } from './events.ts'
import type { FullWindows } from './full-windows.ts'
import { insertMessages, isHeld, type NewMessage } from './new-messages.ts'
import { insertDeferrals, type NewDeferral } from './new-deferrals.ts'
import { countSenders } from './sender-days.ts'
import { capRows, countedIn, ruleRows } from './rate-rows.ts'
import { type Growth, growBacklogs, lockBacklogs, type NewOutboxRow, type Reservation } from './outbox.ts'

export interface AdmitRequest extends PricedRequest {
  readonly hashKey: KeyObject
}

export type Admitted =
  | {
      readonly kind: 'accepted'
      /** The data of the reply as JSON text. */
      readonly answer: string
      readonly replayed: boolean
    }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly retryAfter?: number
      /** The limit that stopped the first recipient, where limits stopped all of them. */
      readonly hit?: LimitHit
      /** A channel whose daily spend cap has no room for the request: routed again, it may go another way. */
      readonly overCap?: OverCap
    }

/** The refusal of a request whose recipients are all refused: the first one's (semantics D2). */
export function refusedByAll(recipients: readonly RatedOutcome[], now: Date): Admitted | null {
  const [first] = recipients
  if (first === undefined || !('refused' in first) || !allRefused(recipients)) return null
  const { code, hit } = first.refused
  if (hit === undefined) return { kind: 'refused', code }
  return { kind: 'refused', code, retryAfter: secondsUntil(hit.resetAt, now), hit }
}

/** The links, as admission uses them. */
export interface LinkReservations {
  /** Takes a place for a message at its link; null where it has to wait in the table. */
  readonly reserve: (message: QueuedMessage) => Reservation | null
  /** Returns the places of rows that were not written. */
  readonly cancelReservations: (rows: readonly NewOutboxRow[]) => void
  /** Returns the places of rows that may have been written and may not: those that were shall wait. */
  readonly abandon: (rows: readonly NewOutboxRow[]) => void
  /** Submits or buffers the rows that were written with a place, and notes those that wait. */
  readonly offer: (rows: readonly NewOutboxRow[]) => void
}

export interface AdmissionDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** The code of the product's own channel. */
  readonly standard: string
  readonly links: LinkReservations
  readonly full: Pick<FullWindows, 'learn'>
  /** Counts the limits that stopped messages of an account. */
  readonly stopped: (account: AccountId, hits: readonly LimitHit[]) => void
}

export const claimsOf = ({
  rules,
  credential,
  requestClaims,
}: Pick<PricedRequest, 'rules' | 'credential' | 'requestClaims'>): OwnedClaim[] =>
  credential === null ? [] : requestClaims.map((claim) => ({ account: rules.account, credential, ...claim }))

const limitsOf = ({ rules, limitClaims }: Pick<PricedRequest, 'rules' | 'limitClaims'>) =>
  limitClaims.map((claim) => ({ account: rules.account, ...claim }))

/** A request with what its accepted form is made of. */
interface Open {
  /** The request as it was submitted, by which its answer is known. */
  readonly request: AdmitRequest
  readonly decided: Decided & Pick<AdmitRequest, 'hashKey'>
  readonly ids: readonly MessageId[]
}

type Batch = readonly AdmitRequest[]
type Answers = Map<AdmitRequest, Admitted>

/** Separates requests that share a nonce or a key with one before them: they have to see its outcome. */
function withoutRepeats(batch: Batch): { fresh: AdmitRequest[]; repeats: AdmitRequest[] } {
  const seen = new Set<string>()
  const fresh: AdmitRequest[] = []
  const repeats: AdmitRequest[] = []
  for (const request of batch) {
    const keys = claimsOf(request).map(claimKey)
    if (keys.some((key) => seen.has(key))) repeats.push(request)
    else {
      fresh.push(request)
      for (const key of keys) seen.add(key)
    }
  }
  return { fresh, repeats }
}

/**
 * Admits a batch in one transaction. It takes one flight where every request fits, which is nearly always: the claims,
 * limits and holds are conditional, and the flight fails where one does not hold. Only then does the batch take locks
 * and `decide`, request by request. Both ways accept the same requests: what a full queue refuses there has a flight of
 * its own, where its messages may have places and need not wait.
 */
export async function admitBatch(deps: AdmissionDeps, batch: Batch, lockTimeout: number): Promise<Answers> {
  const { fresh, repeats } = withoutRepeats(batch)
  const flown = await inFlight(deps, fresh, lockTimeout)
  const answers = typeof flown === 'string' ? await oneByOne(deps, fresh, lockTimeout) : flown
  if (repeats.length === 0) return answers
  return new Map([...answers, ...(await admitBatch(deps, repeats, lockTimeout))])
}

const BUSY: Admitted = { kind: 'refused', code: 'busy', retryAfter: 1 }

async function oneByOne(deps: AdmissionDeps, batch: Batch, lockTimeout: number): Promise<Answers> {
  const answers = await byDecision(deps, batch, lockTimeout)
  for (const [request, answer] of answers) {
    if (answer.kind === 'accepted' || answer.code !== 'queue_full') continue
    // The decision has spent its nonce.
    const requestClaims = request.requestClaims.filter(({ kind }) => kind !== 'nonce')
    // The others of the batch are decided, so a failure here is this request's alone.
    const placed = await ifPlaced(deps, { ...request, requestClaims }, lockTimeout).catch(() => BUSY)
    if (placed !== null) answers.set(request, placed)
  }
  return answers
}

/**
 * Admits a request whose messages have places; null where one has to wait. Where it does not fit, requests before it may
 * have taken what it needs since the decision, so it is decided anew, by itself.
 */
async function ifPlaced(deps: AdmissionDeps, request: AdmitRequest, lockTimeout: number): Promise<Admitted | null> {
  const flown = await inFlight(deps, [request], lockTimeout, 'placed')
  if (flown === 'waits') return null
  const answers = flown === 'misfit' ? await byDecision(deps, [request], lockTimeout) : flown
  return answers.get(request) ?? null
}

interface Prepared {
  readonly accepted: ReadonlyMap<AdmitRequest, Accepted>
  readonly holds: readonly CoveredHold[]
}

/** Builds the rows of requests that are taken to be accepted. */
function prepare(
  deps: AdmissionDeps,
  requests: readonly Open[],
  now: Date,
  reserve: LinkReservations['reserve'],
): Prepared {
  const holds = holdsOf(
    requests.map(({ decided }) => decided),
    now,
  )
  const around = { now, standard: deps.standard, reserve }
  const accepted = new Map(
    requests.map(({ request, decided, ids }) => {
      const holdEntry = holds.get(request.rules.account)?.id ?? ''
      return [request, accept(decided, { hashKey: request.hashKey, holdEntry, ids, ...around })]
    }),
  )
  return { accepted, holds: [...holds.values()] }
}

const rowsOf = ({ accepted }: Prepared): NewOutboxRow[] => [...accepted.values()].flatMap(({ rows }) => rows)

const deferralsOf = ({ accepted }: Prepared): NewDeferral[] => [...accepted.values()].flatMap((one) => one.deferrals)

const answersOf = ({ accepted }: Prepared): Answers =>
  new Map([...accepted].map(([request, { answer }]) => [request, { kind: 'accepted', answer, replayed: false }]))

/**
 * Accepts the whole batch in one flight; `misfit` where a request does not fit. With `placed`, it tries only where every
 * message has a place: `waits` where one has none.
 */
async function inFlight(
  deps: AdmissionDeps,
  batch: Batch,
  lockTimeout: number,
  which: 'all' | 'placed' = 'all',
): Promise<Answers | 'misfit' | 'waits'> {
  const now = deps.clock.now()
  const open = batch.map((request) => ({ request, decided: request, ids: newMessageIds(request, now) }))
  const prepared = prepare(deps, open, now, deps.links.reserve)
  const rows = rowsOf(prepared)
  if (which === 'placed' && waitingOf(prepared).length > 0) {
    deps.links.cancelReservations(rows)
    return 'waits'
  }
  try {
    await inOneFlight(deps.pool, { lockTimeout }, async (tx) => {
      await Promise.all([
        claimAll(tx, answeredClaims(prepared), now),
        useAll(tx, [...batch.flatMap(limitsOf), ...batch.flatMap(capRows)]),
        useRecipients(
          tx,
          open.flatMap(({ decided, ids }) => ruleRows(decided, ids)),
        ),
        ...write(tx, prepared, now),
      ])
    })
  } catch (error) {
    // A connection that breaks at the commit leaves open whether it happened.
    if (isConnectionLoss(error)) deps.links.abandon(rows)
    else deps.links.cancelReservations(rows)
    if (isMisfit(error)) return 'misfit'
    throw error
  }
  deps.links.offer(rows)
  return answersOf(prepared)
}

/** Everything an accepted batch writes behind its claims, in the house's order of locks. */
function write(tx: Tx, prepared: Prepared, now: Date): readonly Promise<void>[] {
  const messages = [...prepared.accepted.values()].flatMap((one) => one.messages)
  const held = messages.filter(isHeld)
  const [rows, deferrals] = [rowsOf(prepared), deferralsOf(prepared)]
  return [
    insertSends(
      tx,
      [...prepared.accepted.values()].flatMap((one) => one.sends),
      now,
    ),
    insertMessages(tx, messages, now, { outbox: rows }),
    insertStops(
      tx,
      [...prepared.accepted.values()].flatMap((one) => one.stopped),
      now,
    ),
    collectChanges(tx, messages.map(newMessage), now),
    insertDeferrals(tx, deferrals, now),
    ledger.holdCovered(tx, prepared.holds, now),
    growBacklogs(tx, growthOf(waitingOf(prepared))),
    countAccepted(tx, held, now),
    countSenders(tx, held, now),
  ]
}

/** The messages without a place at their link. */
const waitingOf = (prepared: Prepared): QueuedMessage[] => [
  ...rowsOf(prepared).filter(({ mark }) => mark === null),
  ...deferralsOf(prepared),
]

/** A new message is a change too, for endpoints that want every one. */
export const newMessage = ({ account, id, status, error }: NewMessage): StatusChange => ({
  account,
  message: id,
  previous: null,
  status,
  partsDelivered: 0,
  sequence: 0,
  error,
  upstreamCode: null,
})

const answeredClaims = ({ accepted }: Prepared) =>
  [...accepted].flatMap(([request, { answer }]) =>
    claimsOf(request).map((claim) => ({ answer: claim.kind === 'key' ? answer : null, ...claim })),
  )

/** The backlogs grow by the messages that wait. */
function growthOf(waiting: readonly Pick<QueuedMessage, 'account' | 'parts' | 'rate'>[]): Growth[] {
  const growth = new Map<AccountId, Growth>()
  for (const { account, parts, rate } of waiting) {
    const before = growth.get(account)?.parts ?? 0
    growth.set(account, { account, parts: before + parts, most: mostWaiting(rate) })
  }
  return [...growth.values()]
}

/** Locks what the batch needs, decides about each request, and writes those that are accepted. */
async function byDecision(deps: AdmissionDeps, batch: Batch, lockTimeout: number): Promise<Answers> {
  const now = deps.clock.now()
  const { answers, prepared, rated } = await inLastFlight(
    deps.pool,
    { lockTimeout },
    (tx) => readAndDecide(tx, batch, now),
    (tx, { answers: refused, open, released, rated: stopping }) => {
      // All of them wait in the table: a credit that is taken before the decision might not be used.
      const accepting = prepare(deps, open, now, () => null)
      const decided = open.map((one) => one.decided)
      const written = Promise.all([
        releaseRequests(tx, released),
        writeLimits(tx, [...decided.flatMap(limitsOf), ...decided.flatMap(capRows)]),
        writeUses(
          tx,
          open.flatMap((one) => ruleRows(one.decided, one.ids)),
        ),
        ...write(tx, accepting, now),
        storeAnswers(
          tx,
          answeredClaims(accepting).filter(({ kind }) => kind === 'key'),
        ),
      ])
      return { written, result: { answers: refused, prepared: accepting, rated: stopping } }
    },
  )
  deps.links.offer(rowsOf(prepared))
  for (const { request, rated: outcomes } of rated) {
    deps.full.learn(request, outcomes)
    deps.stopped(request.rules.account, newHits(request, outcomes))
  }
  return new Map([...answers, ...answersOf(prepared)])
}

interface Decision {
  readonly answers: Answers
  readonly open: readonly Open[]
  /** Keys of requests that were refused; their nonces stay spent. */
  readonly released: readonly OwnedClaim[]
  /** The requests of which limits stopped recipients. */
  readonly rated: readonly { readonly request: AdmitRequest; readonly rated: readonly RatedOutcome[] }[]
}

async function readAndDecide(tx: Tx, batch: Batch, now: Date): Promise<Decision> {
  const answers: Answers = new Map()
  const [taken, ended] = await Promise.all([claimRequests(tx, batch.flatMap(claimsOf), now), unsendable(tx, batch)])
  const released: OwnedClaim[] = []
  const free = batch.filter((request) => {
    if (ended.has(request)) {
      answers.set(request, { kind: 'refused', code: 'cancelled' })
      return false
    }
    const answer = answerOfTaken(claimsOf(request), taken)
    if (answer === null) return true
    answers.set(request, answer)
    released.push(...claimsOf(request).filter((claim) => claim.kind === 'key' && !taken.has(claimKey(claim))))
    return false
  })
  const ids = new Map<PricedRequest, readonly MessageId[]>(
    free.map((request) => [request, newMessageIds(request, now)]),
  )
  const open: Open[] = []
  const rated: { readonly request: AdmitRequest; readonly rated: readonly RatedOutcome[] }[] = []
  for (const verdict of await decideFree(tx, free, ids)) {
    const request = ownRequest(verdict)
    const outcomes = verdict.accepted ? verdict.decided.priced.recipients : (verdict.rated ?? [])
    if (request.rateClaims !== null) rated.push({ request, rated: outcomes })
    if (verdict.accepted) {
      const decided = { ...verdict.decided, hashKey: request.hashKey }
      open.push({ request, decided, ids: ids.get(request) ?? [] })
      continue
    }
    const { code, retryAfter, overCap } = verdict
    const more = { ...(retryAfter !== undefined && { retryAfter }), ...(overCap !== undefined && { overCap }) }
    const refused: Admitted = { kind: 'refused', code, ...more }
    answers.set(request, refusedByAll(outcomes, now) ?? refused)
    released.push(...claimsOf(request).filter(({ kind }) => kind === 'key'))
  }
  return { answers, open, released, rated }
}

/** The requests whose broadcast is not running under their claim, or whose recipients have their message already. */
async function unsendable(tx: Tx, batch: Batch): Promise<ReadonlySet<AdmitRequest>> {
  const wanted = batch.flatMap((request) => {
    const { rules, broadcast } = request
    return broadcast === undefined ? [] : [{ account: rules.account, request, ...broadcast }]
  })
  const sendable = await lockSendable(tx, wanted)
  return new Set(wanted.filter((one) => !sendable.has(one)).map(({ request }) => request))
}

/** The limits that stopped recipients of a request which were not stopped before. */
const newHits = (request: AdmitRequest, rated: readonly RatedOutcome[]): LimitHit[] =>
  rated.flatMap((outcome, index) => {
    if ('dropped' in outcome) return [outcome.dropped.hit]
    const before = request.priced.recipients[index]
    const isNew = before !== undefined && 'ok' in before
    return isNew && 'refused' in outcome && outcome.refused.hit !== undefined ? [outcome.refused.hit] : []
  })

/** decide returns the requests that it was given. */
const ownRequest = (verdict: Verdict): AdmitRequest => verdict.request as AdmitRequest

async function decideFree(
  tx: Tx,
  free: Batch,
  ids: ReadonlyMap<PricedRequest, readonly MessageId[]>,
): Promise<readonly Verdict[]> {
  const accounts = free.map(({ rules }) => rules.account)
  const [used, uses, available, waiting] = await Promise.all([
    lockLimits(tx, [...free.flatMap(limitsOf), ...free.flatMap(capRows)]),
    lockUses(
      tx,
      free.flatMap((request) => ruleRows(request, [])),
    ),
    ledger.lock(tx, accounts),
    lockBacklogs(tx, accounts),
  ])
  return decide({ used, rated: countedIn(free, used, uses), available, waiting }, free, ids)
}

/**
 * The answer to a request whose key was used before: the stored answer for the same body, a refusal for another one. A
 * nonce that was used before is a replay only together with its idempotency key (semantics D6).
 */
export function answerOfTaken(claims: readonly OwnedClaim[], taken: ReadonlyMap<string, Taken>): Admitted | null {
  for (const claim of claims.toSorted(keysBeforeNonces)) {
    const first = taken.get(claimKey(claim))
    if (!first) continue
    if (claim.kind === 'nonce') return { kind: 'refused', code: 'invalid_signature' }
    if (!first.bodyHash.equals(claim.bodyHash)) return { kind: 'refused', code: 'idempotency_mismatch' }
    if (first.answer !== null) return { kind: 'accepted', answer: first.answer, replayed: true }
  }
  return null
}

const keysBeforeNonces = (a: OwnedClaim, b: OwnedClaim): number => a.kind.localeCompare(b.kind)

/**
 * One hold entry per account and batch, which that account's messages of the batch will name. A request without a
 * recipient to send to holds nothing.
 */
function holdsOf(requests: readonly Decided[], now: Date): Map<AccountId, CoveredHold> {
  const holds = new Map<AccountId, CoveredHold>()
  for (const { rules, priced } of requests) {
    const { account } = rules
    const sent = sentOf(priced.recipients).length
    if (sent === 0) continue
    const before = holds.get(account) ?? { id: uuidv7(now), account, amount: ZERO, count: 0, codesOnly: true }
    const count = before.count + sent
    const codesOnly = before.codesOnly && priced.scene === MessageScene.Verification
    holds.set(account, { ...before, amount: micros(before.amount + priced.total), count, codesOnly })
  }
  return holds
}
