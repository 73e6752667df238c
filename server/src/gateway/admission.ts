import type { KeyObject } from 'node:crypto'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId } from '@hongyan/contract/ids'
import { micros, ZERO } from '@hongyan/contract/money'
import type { SendReply } from '@hongyan/contract/public-api/send'
import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { type Entry, ledger } from '../ledger/ledger.ts'
import { lockLimits, writeLimits } from '../limits/limits.ts'
import {
  claimKey,
  claimRequests,
  type OwnedClaim,
  releaseRequests,
  storeAnswers,
  type Taken,
} from '../limits/requests.ts'
import { decide, type Verdict } from '../pipeline/decide.ts'
import type { PricedRequest, Waiting } from '../pipeline/message.ts'
import type { RoutingTable } from '../pipeline/route.ts'
import { type Accepted, accept } from './accepted.ts'
import { countAccepted } from './daily.ts'
import { insertMessages } from './messages.ts'
import { insertOutbox, laneOf } from './outbox.ts'

export interface AdmitRequest extends PricedRequest {
  readonly hashKey: KeyObject
}

export type Admitted =
  | { readonly kind: 'accepted'; readonly reply: SendReply; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly retryAfter?: number }

export interface AdmissionDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly table: RoutingTable
  readonly down: () => ReadonlySet<string>
  /** Told after the commit what waits for which upstream. */
  readonly offer: (waiting: readonly (Waiting & { readonly upstream: string })[]) => void
}

const claimsOf = ({ rules, credential, requestClaims }: PricedRequest): OwnedClaim[] =>
  credential === null ? [] : requestClaims.map((claim) => ({ ...claim, account: rules.account, credential }))

/** Those that share no key with one before them, and those that do: the latter wait to see what becomes of the former. */
function withoutRepeats(batch: readonly AdmitRequest[]): { fresh: AdmitRequest[]; repeats: AdmitRequest[] } {
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

type Batch = readonly AdmitRequest[]

/** One batch, one transaction. Locks in the house's order: request keys, limits, accounts. */
export async function admitBatch(
  deps: AdmissionDeps,
  batch: Batch,
  later: (request: AdmitRequest) => void,
): Promise<Map<AdmitRequest, Admitted>> {
  const now = deps.clock.now()
  const { fresh, repeats } = withoutRepeats(batch)
  const { answers, accepted } = await inTransaction(deps.pool, (tx) => decideBatch(deps, tx, fresh, now))
  for (const request of repeats) later(request)
  deps.offer(accepted.flatMap(({ waiting }) => waiting))
  return answers
}

async function decideBatch(deps: AdmissionDeps, tx: Tx, batch: Batch, now: Date) {
  const answers = new Map<AdmitRequest, Admitted>()
  const claims = batch.flatMap(claimsOf)
  const taken = await claimRequests(tx, claims, now)
  const released: OwnedClaim[] = []
  const open = batch.filter((request) => {
    const said = answerOfTaken(request, taken)
    if (said === null) return true
    answers.set(request, said)
    released.push(...claimsOf(request).filter((claim) => claim.kind === 'key' && !taken.has(claimKey(claim))))
    return false
  })
  const verdicts = await decideOpen(tx, open)
  for (const verdict of verdicts) {
    if (verdict.accepted) continue
    const { code, retryAfter } = verdict
    answers.set(own(verdict), { kind: 'refused', code, ...(retryAfter !== undefined && { retryAfter }) })
    released.push(...claimsOf(verdict.request).filter(({ kind }) => kind === 'key'))
  }
  await releaseRequests(tx, released)
  const accepted = await writeAccepted(deps, tx, verdicts.filter(({ accepted: yes }) => yes).map(own), now)
  for (const [request, { reply }] of accepted) answers.set(request, { kind: 'accepted', reply, replayed: false })
  return { answers, accepted: [...accepted.values()] }
}

/** decide hands back the requests it was given. */
const own = (verdict: Verdict): AdmitRequest => verdict.request as AdmitRequest

async function decideOpen(tx: Tx, open: Batch): Promise<readonly Verdict[]> {
  const [used, available] = await Promise.all([
    lockLimits(tx, open.flatMap(limitsOf)),
    ledger.lock(
      tx,
      open.map(({ rules }) => rules.account),
    ),
  ])
  return decide({ used, available }, open)
}

const limitsOf = ({ rules, limitClaims }: PricedRequest) =>
  limitClaims.map((claim) => ({ ...claim, account: rules.account }))

/**
 * What a request gets whose key was used before: the stored answer for the same body, a refusal for another one. A nonce
 * used before is a replay of the answer only together with its idempotency key (semantics D6).
 */
function answerOfTaken(request: AdmitRequest, taken: ReadonlyMap<string, Taken>): Admitted | null {
  for (const claim of claimsOf(request).toSorted(keysBeforeNonces)) {
    const first = taken.get(claimKey(claim))
    if (!first) continue
    if (claim.kind === 'nonce') return { kind: 'refused', code: 'invalid_signature' }
    if (!first.bodyHash.equals(claim.bodyHash)) return { kind: 'refused', code: 'idempotency_mismatch' }
    // Only this module writes answers.
    return { kind: 'accepted', reply: first.answer as SendReply, replayed: true }
  }
  return null
}

const keysBeforeNonces = (a: OwnedClaim, b: OwnedClaim): number => a.kind.localeCompare(b.kind)

/** Everything an accepted batch writes, table by table. */
async function writeAccepted(
  deps: AdmissionDeps,
  tx: Tx,
  requests: Batch,
  now: Date,
): Promise<Map<AdmitRequest, Accepted>> {
  if (requests.length === 0) return new Map()
  const holds = holdsOf(requests, now)
  const around = { now, table: deps.table, down: deps.down() }
  const accepted = new Map(
    requests.map((request) => {
      const holdEntry = holds.get(request.rules.account)?.id ?? ''
      return [request, accept(request, { ...around, hashKey: request.hashKey, holdEntry })]
    }),
  )
  const messages = [...accepted.values()].flatMap((one) => one.messages)
  const waiting = [...accepted.values()].flatMap((one) => one.waiting)
  await Promise.all([
    writeLimits(tx, requests.flatMap(limitsOf)),
    ledger.hold(tx, [...holds.values()], now),
    insertMessages(tx, messages, now),
    insertOutbox(
      tx,
      waiting.map(({ account, id, scene, upstream, parts }) => ({ account, id, lane: laneOf(scene), upstream, parts })),
    ),
    countAccepted(
      tx,
      messages.filter(({ holdEntry }) => holdEntry !== null),
      now,
    ),
    storeAnswers(tx, [...accepted].flatMap(answersToKeep)),
  ])
  return accepted
}

const answersToKeep = ([request, { reply }]: [AdmitRequest, Accepted]) =>
  claimsOf(request)
    .filter(({ kind }) => kind === 'key')
    .map((claim) => ({ ...claim, answer: JSON.stringify(reply) }))

/** One hold entry per account and batch, which that account's messages of the batch will name. */
function holdsOf(requests: Batch, now: Date): Map<AccountId, Entry> {
  const holds = new Map<AccountId, Entry>()
  for (const { rules, priced } of requests) {
    const { account } = rules
    const before = holds.get(account) ?? { id: uuidv7(now), account, amount: ZERO, count: 0 }
    const count = before.count + priced.recipients.filter((outcome) => 'ok' in outcome).length
    holds.set(account, { ...before, amount: micros(before.amount + priced.total), count })
  }
  return holds
}
