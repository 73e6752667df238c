import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ErrorCode } from '@hongyan/contract/errors'
import { sendApi } from '@hongyan/contract/limits/messaging'
import { isSigned, readSendQuery, type SendQuery } from '@hongyan/contract/public-api/signing'
import type { KnownCredential } from '../gateway/rules.ts'
import type { Clock } from '../kit/clock.ts'
import { createFairTurns } from '../kit/fair-turns.ts'
import { uuidv7 } from '../kit/ids.ts'
import type { Logger } from '../kit/logger.ts'
import { Refusal } from '../kit/refusal.ts'
import { admitAddress, type JudgedCall } from './address-guard.ts'
import { refusalOf } from './error-reply.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { readJson } from './json-body.ts'
import { authenticate, authenticateBody, credentialOf } from './key-guard.ts'
import type { OpenBodies } from './open-bodies.ts'
import { failure, type PublicReply, success, writeReply } from './public-reply.ts'
import { bodyOf, dropBody } from './request-body.ts'

/** The parts of an authenticated request that count once. */
export interface SingleUse {
  readonly credential: KnownCredential
  readonly action: string
  readonly rawBody: Buffer
  /** The nonce of a signed request. */
  readonly nonce: string | null
  readonly idempotencyKey: string | null
}

/** An authenticated request of the send API. */
export interface ActionCall extends SingleUse {
  /** The parsed body; the action checks its shape. */
  readonly body: unknown
  readonly requestId: string
}

export interface ActionReply {
  /** The response's `data` as JSON text. */
  readonly answer: string
  /** An earlier request with the same Idempotency-Key and body already got the response. */
  readonly replayed: boolean
}

/** The further course of a request that passed its checks: a quote, or its admission. */
export type Plan = { readonly quote: object } | { readonly admit: () => Promise<ActionReply> }

/** A request that cannot be checked before something is in memory. Once it is, the request is checked again. */
export interface Needed {
  readonly load: () => Promise<void>
}

/** Checks a request. Throws its refusal. */
export type Action = (call: ActionCall) => Plan | Needed

/** The log entry of a request, accepted or refused. */
export interface Usage {
  readonly credential: KnownCredential
  readonly action: string
  /** Only an authenticated request is a use of its credential. */
  readonly authenticated: boolean
  readonly signed: boolean
  readonly address: string
  readonly requestId: string
  /** The error code; null for success. */
  readonly refused: ErrorCode | null
  /** The details of the error, as its response has them. */
  readonly details: unknown
}

export interface PublicApiDeps {
  readonly clock: Clock
  readonly log: Logger
  /** False while the database is unreachable; every request is then refused. */
  readonly available: () => boolean
  /** The address of a request's caller. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly openBodies: OpenBodies
  readonly findCredential: (key: string) => Promise<KnownCredential | null>
  readonly actions: Readonly<Record<string, Action>>
  /**
   * Spends the nonce of an authenticated request that ends without admission. Returns the stored response of its
   * Idempotency-Key, or null where the request's own end stands.
   */
  readonly conclude: (use: SingleUse) => Promise<ActionReply | null>
  readonly used: (usage: Usage) => void
  /** Records a call that IP rules decided about. */
  readonly judged: (call: JudgedCall) => void
  /** Counts a response by its error code; null for success. */
  readonly count: (refused: ErrorCode | null, request: IncomingMessage) => void
}

/** The public send API on Node's own requests: one POST with its action in the query. Every response is JSON. */
export interface PublicApi {
  readonly answer: RequestListener
  /** Refuses a request that names no address of the API, or a broken one. */
  readonly refuse: (code: ErrorCode) => RequestListener
  /** Refuses requests from now on. Those that have arrived are answered, each as the last of its connection. */
  readonly close: () => void
}

/** A request whose body may still be under way. */
interface Begun {
  readonly request: IncomingMessage
  readonly requestId: string
  readonly body: () => Promise<Buffer>
}

interface Arrived extends Omit<Begun, 'body'> {
  readonly rawBody: Buffer
}

/** The size of a request to a few recipients, such as one that sends a code. */
const SMALL_BYTES = 1_024

/** Runs the checks of a request in its account's turn. */
type InTurn = <T>(request: Pick<SingleUse, 'credential' | 'rawBody'>, checks: () => T) => Promise<T>

/** Checking a hundred recipients takes milliseconds, so accounts take turns, and small requests have turns of their own. */
function createTurns(): InTurn {
  const [small, large] = [createFairTurns(), createFairTurns()]
  return ({ credential, rawBody }, checks) =>
    (rawBody.length <= SMALL_BYTES ? small : large).run(credential.rules.account, checks)
}

export function publicApi(deps: PublicApiDeps): PublicApi {
  let isClosing = false
  const inTurn = createTurns()
  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    work: (begun: Begun) => Promise<PublicReply>,
  ): Promise<void> => {
    const requestId = uuidv7(deps.clock.now())
    let isRead = false
    const body = (): Promise<Buffer> => {
      isRead = true
      return bodyOf(request, sendApi.bodyBytes, deps.openBodies(request, deps.addressOf(request)))
    }
    const working = isClosing || !deps.available() ? refusing('unavailable') : work({ request, requestId, body })
    const reply = await working.catch((error: unknown) => failed(deps, error, requestId))
    if (!isRead) await dropBody(request, sendApi.bodyBytes)
    deps.count(reply.refused, request)
    writeReply(response, requestId, reply, isClosing || !request.complete)
  }
  return {
    answer: (request, response) => void serve(request, response, (begun) => answer(deps, inTurn, begun)),
    refuse: (code) => (request, response) => void serve(request, response, () => refusing(code)),
    close() {
      isClosing = true
    },
  }
}

const refusing = (code: ErrorCode): Promise<never> => Promise.reject(new Refusal(code))

/** Reads the body of a request once its credential, signature and address are checked. */
async function answer(deps: PublicApiDeps, inTurn: InTurn, begun: Begun): Promise<PublicReply> {
  const { request, requestId } = begun
  const query = queryOf(request)
  const credential = await credentialOf(query, deps.findCredential)
  const usage = usageOf(deps, begun, query, credential)
  let authenticated = false
  try {
    authenticate(credential, { query, now: deps.clock.now() })
    admitAddress(usage, deps.judged)
    const rawBody = await begun.body()
    authenticateBody(query, rawBody)
    authenticated = true
    const { answer: data, replayed } = await actOn(deps, inTurn, { request, requestId, rawBody }, query, credential)
    deps.used({ authenticated, refused: null, details: undefined, ...usage })
    return success(data, replayed)
  } catch (error) {
    const { code: refused, details } = refusalOf(error)
    deps.used({ authenticated: authenticated && refused !== 'invalid_signature', refused, details, ...usage })
    throw error
  }
}

/** Admits an authenticated request or ends it. A stored response wins over any refusal but the account's (semantics D2). */
async function actOn(
  deps: PublicApiDeps,
  inTurn: InTurn,
  arrived: Arrived,
  query: SendQuery,
  credential: KnownCredential,
): Promise<ActionReply> {
  const use = { credential, action: query.get('action') ?? '', rawBody: arrived.rawBody, nonce: nonceOf(query) }
  const planned = await loaded(() => inTurn(use, () => planOf(deps, arrived, use)))
  if ('admit' in planned) return planned.admit()
  const stored = await deps.conclude({ ...use, idempotencyKey: planned.idempotencyKey })
  if (stored !== null) return stored
  if ('failure' in planned) throw planned.failure
  return { answer: JSON.stringify(planned.quote), replayed: false }
}

/** Loads more than this for one request would mean that something is forgotten as fast as it is loaded. */
const LOADS = 10

/** Plans a request, and loads what it needs in between. */
async function loaded<T>(plan: () => Promise<T | Needed>): Promise<T> {
  for (let loads = 0; loads < LOADS; loads += 1) {
    const planned = await plan()
    if (!isNeeded(planned)) return planned
    await planned.load()
  }
  throw new Refusal('busy')
}

const isNeeded = (planned: unknown): planned is Needed =>
  typeof planned === 'object' && planned !== null && 'load' in planned

/** The end of a request without admission, and the key under which an earlier one may have been answered. */
type Ended = ({ readonly quote: object } | { readonly failure: unknown }) & Pick<SingleUse, 'idempotencyKey'>
type Admission = Extract<Plan, { readonly admit: unknown }>

function planOf(
  deps: PublicApiDeps,
  { request, requestId, rawBody }: Arrived,
  use: Omit<SingleUse, 'idempotencyKey'>,
): Admission | Ended | Needed {
  let idempotencyKey: string | null = null
  try {
    idempotencyKey = idempotencyKeyOf(request)
    const body = readJson(rawBody)
    const plan = actionOf(deps, use.action)({ idempotencyKey, requestId, body, ...use })
    return 'quote' in plan ? { ...plan, idempotencyKey } : plan
  } catch (failure) {
    const isOfAccount = refusalOf(failure).code === 'account_suspended'
    return { failure, idempotencyKey: isOfAccount ? null : idempotencyKey }
  }
}

/** Logs an unforeseen failure, of which the response shows no detail. */
function failed({ log }: PublicApiDeps, error: unknown, requestId: string): PublicReply {
  const refusal = refusalOf(error)
  if (refusal.code === 'internal') log.error({ err: error, requestId }, 'a send request failed')
  return failure(refusal)
}

function queryOf({ url = '' }: IncomingMessage): SendQuery {
  const mark = url.indexOf('?')
  const read = readSendQuery(mark < 0 ? '' : url.slice(mark + 1))
  if (!read.ok) throw new Refusal(read.code, { field: read.parameter })
  return read.query
}

function actionOf({ actions }: PublicApiDeps, name: string): Action {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new Refusal('unknown_action', { field: 'action' })
  return action
}

const nonceOf = (query: SendQuery): string | null => (isSigned(query) ? (query.get('nonce') ?? null) : null)

const usageOf = (
  { addressOf }: PublicApiDeps,
  { request, requestId }: Begun,
  query: SendQuery,
  credential: KnownCredential,
) => ({
  credential,
  action: (query.get('action') ?? '').slice(0, 64),
  signed: isSigned(query),
  address: addressOf(request),
  requestId,
})
