import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { isDataError } from '../db/connect.ts'
import { alone, inTransaction, isContention } from '../db/tx.ts'
import { createCollector } from '../kit/collector.ts'
import { claimKey, claimRequests, findTaken, type OwnedClaim } from '../limits/requests.ts'
import type { PricedRequest, RequestClaim } from '../pipeline/message.ts'
import {
  type AdmissionDeps,
  admitBatch,
  type Admitted,
  type AdmitRequest,
  answerOfTaken,
  claimsOf,
  refusedByAll,
} from './admission.ts'
import { createShared } from './apart.ts'
import { createFullWindows } from './full-windows.ts'
import { createLineSizes } from './line-sizes.ts'

/** Most recipients of one batch: a larger one costs each message as much, and the next batch waits longer. */
const BATCH_RECIPIENTS = 256
/** Most milliseconds that requests in line wait for those of clients that were just answered. */
const REGATHER_MILLIS = 10

export interface AdmitDeps extends Omit<AdmissionDeps, 'standard' | 'full'> {
  /** Null while no upstream is configured: then nothing is accepted. */
  readonly standard: string | null
}

/** A request that ends without admission: a dry run, or one that a check refused. */
export interface EndedRequest {
  readonly account: AccountId
  readonly credential: CredentialId
  readonly requestClaims: readonly RequestClaim[]
}

export interface Admit {
  /** Accepts a request whole or refuses it whole; resolves after the commit. */
  readonly submit: (request: AdmitRequest) => Promise<Admitted>
  /**
   * Spends the nonce of a request that ends without admission. Returns the stored answer of its key, or the refusal of a
   * nonce or key that another request used; null where the request's own end stands.
   */
  readonly conclude: (request: EndedRequest) => Promise<Admitted | null>
  readonly drain: () => Promise<void>
}

const BUSY: Admitted = { kind: 'refused', code: 'busy', retryAfter: 1 }

/** Group commit: the requests that wait when a batch returns make the next one. */
export function createAdmit({ standard, ...others }: AdmitDeps): Admit {
  const { pool, clock } = others
  const conclusions = createConclusions({ pool, clock })
  if (standard === null) {
    const refused: Admitted = { kind: 'refused', code: 'no_route' }
    return { submit: async () => refused, conclude: conclusions.conclude, drain: conclusions.drain }
  }
  const full = createFullWindows()
  const deps: AdmissionDeps = { ...others, standard, full }
  const sizes = createLineSizes()
  const running = new Map<string, { readonly bodyHash: Buffer; readonly answer: Promise<Admitted> }>()
  const newLane = () =>
    createShared<AdmitRequest, Admitted>({
      gather: 0,
      regather: { millis: REGATHER_MILLIS, isFull: (line) => sizeOf(line) >= BATCH_RECIPIENTS },
      accountOf: ({ rules }) => rules.account,
      isOneItems: isDataError,
      refusesLine: true,
      choose: (line) => chooseInTurn(line, BATCH_RECIPIENTS),
      work: (batch, lockTimeout) => admitBatch(deps, batch, lockTimeout),
    })
  // A code waits for no batch of other messages, which take many times as long as it.
  const lanes = { codes: newLane(), others: newLane() }

  /** Puts a request in its account's line. */
  const inLine = async (request: AdmitRequest): Promise<Admitted> => {
    const { account } = request.rules
    const size = request.priced.recipients.length
    if (!sizes.enter(account, size)) return BUSY
    try {
      const lane = request.priced.scene === MessageScene.Verification ? lanes.codes : lanes.others
      return await lane.add(request)
    } catch (error) {
      if (isContention(error)) return BUSY
      throw error
    } finally {
      sizes.leave(account, size)
    }
  }

  /** A request whose key is at work in this process shares that answer, and takes no room in the line. */
  const submit = async (request: AdmitRequest): Promise<Admitted> => {
    const claims = claimsOf(request)
    const own = claims.find(({ kind }) => kind === 'key')
    if (own === undefined) return inLine(request)
    const first = running.get(claimKey(own))
    if (first === undefined) {
      const answer = inLine(request)
      running.set(claimKey(own), { bodyHash: own.bodyHash, answer })
      return answer.finally(() => running.delete(claimKey(own)))
    }
    const answer = await first.answer
    if (!first.bodyHash.equals(own.bodyHash)) return submit(request)
    // A busy server ends no request, so it spends no nonce.
    if (answer !== BUSY) await conclusions.spend(claims.filter(({ kind }) => kind === 'nonce'))
    return answer.kind === 'accepted' ? { ...answer, replayed: true } : answer
  }

  /**
   * Refuses the recipients whose windows are known to be full, before the request takes room in its line. A broadcast
   * skips nobody without a decision.
   */
  const submitOpen = async (given: AdmitRequest): Promise<Admitted> => {
    if (given.broadcast !== undefined) return submit(given)
    const now = clock.now()
    const { request, hits } = full.stop(given, now)
    if (hits.length === 0) return submit(given)
    const refused = refusedByAll(request.priced.recipients, now)
    const answer = refused === null ? await submit(request) : await concluded(request, refused)
    if (answer.kind === 'refused' || !answer.replayed) others.stopped(request.rules.account, hits)
    return answer
  }

  /** A stored answer wins over a refusal (semantics D2). */
  const concluded = async (
    { rules, credential, requestClaims }: AdmitRequest,
    refused: Admitted,
  ): Promise<Admitted> => {
    if (credential === null) return refused
    return (await conclusions.conclude({ account: rules.account, credential, requestClaims })) ?? refused
  }

  return {
    submit: submitOpen,
    conclude: conclusions.conclude,
    async drain() {
      await Promise.all([lanes.codes.drain(), lanes.others.drain()])
      await conclusions.drain()
    },
  }
}

/** Spends nonces and finds stored answers, outside of admission. */
function createConclusions({ pool, clock }: Pick<AdmissionDeps, 'pool' | 'clock'>) {
  const spending = createCollector<OwnedClaim, boolean>({
    gather: 0,
    isOneItems: isDataError,
    choose: (line) => line.splice(0, BATCH_RECIPIENTS),
    work: async (batch) => {
      const byKey = new Map(batch.map((claim) => [claimKey(claim), claim]))
      const taken = await inTransaction(pool, (tx) => claimRequests(tx, [...byKey.values()], clock.now()))
      // Of several with one nonce in a batch, the one that was written is the first use.
      return new Map(batch.map((claim) => [claim, byKey.get(claimKey(claim)) === claim && !taken.has(claimKey(claim))]))
    },
  })

  const spend = async (nonces: readonly OwnedClaim[]): Promise<boolean> =>
    (await Promise.all(nonces.map((nonce) => spending.add(nonce)))).every(Boolean)

  return {
    /** Spends nonces; false where one was used before. */
    spend,
    conclude: async ({ account, credential, requestClaims }: EndedRequest): Promise<Admitted | null> => {
      const claims = requestClaims.map((claim) => ({ ...claim, account, credential }))
      const keys = claims.filter(({ kind }) => kind === 'key')
      const taken = await findTaken(alone(pool), keys, clock.now())
      const stored = answerOfTaken(keys, taken)
      const spent = await spend(claims.filter(({ kind }) => kind === 'nonce'))
      if (stored !== null) return stored
      return spent ? null : { kind: 'refused', code: 'invalid_signature' }
    },
    drain: () => spending.drain(),
  }
}

/** Requests of all accounts in turn, until the batch is full. */
export function chooseInTurn<T extends PricedRequest>(line: T[], most: number): T[] {
  if (sizeOf(line) <= most) return line.splice(0)
  const chosen = new Set(inTurn(line, most))
  line.splice(0, line.length, ...line.filter((request) => !chosen.has(request)))
  return [...chosen]
}

const sizeOf = (requests: readonly PricedRequest[]): number =>
  requests.reduce((sum, { priced }) => sum + priced.recipients.length, 0)

/** One request of each account after the other, as far as they fit; the first always does. */
function inTurn<T extends PricedRequest>(line: readonly T[], most: number): T[] {
  let queues = byAccount(line)
  const chosen: T[] = []
  let size = 0
  while (size < most && queues.length > 0) {
    queues = queues.filter((queue) => {
      const request = queue.shift()
      const recipients = request?.priced.recipients.length ?? 0
      if (!request || (chosen.length > 0 && size + recipients > most)) return false
      chosen.push(request)
      size += recipients
      return true
    })
  }
  return chosen
}

function byAccount<T extends PricedRequest>(line: readonly T[]): T[][] {
  const queues = new Map<AccountId, T[]>()
  for (const request of line) {
    const queue = queues.get(request.rules.account)
    if (queue) queue.push(request)
    else queues.set(request.rules.account, [request])
  }
  return [...queues.values()]
}
