import { errors, errorText } from '@hongyan/contract/errors'
import { sendApi } from '@hongyan/contract/limits/messaging'
import { isSigned, readSendQuery, type SendQuery } from '@hongyan/contract/public-api/signing'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { KnownCredential } from '../gateway/rules.ts'
import type { Clock } from '../kit/clock.ts'
import { Refusal } from '../kit/refusal.ts'
import { refusalOf } from './error-reply.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { parseJsonBody } from './json-body.ts'
import { authenticate, credentialOf } from './key-guard.ts'

/** An authenticated request of the send API. */
export interface ActionCall {
  readonly credential: KnownCredential
  /** The parsed body; the action checks its shape. */
  readonly body: unknown
  readonly rawBody: Buffer
  readonly requestId: string
  /** The nonce of a signed request. */
  readonly nonce: string | null
  readonly idempotencyKey: string | null
}

export interface ActionReply {
  readonly data: object
  /** An earlier request with the same Idempotency-Key and body already got the response. */
  readonly replayed: boolean
}

export type Action = (call: ActionCall) => Promise<ActionReply>

/** The log entry of a request, accepted or refused. */
export interface Usage {
  readonly credential: KnownCredential
  readonly action: string
  readonly signed: boolean
  readonly address: string
  readonly requestId: string
  /** The error code; null for success. */
  readonly refused: string | null
}

export interface PublicApiDeps {
  readonly clock: Clock
  readonly findCredential: (key: string) => Promise<KnownCredential | null>
  readonly actions: Readonly<Record<string, Action>>
  readonly used: (usage: Usage) => void
}

/** The root path of the host, once or twice over, and /v1: published clients use all of them. */
const PATHS = ['/', '//', '/v1', '/v1/']
const PARSED_LATER = { parseAs: 'buffer', bodyLimit: sendApi.bodyBytes } as const

/** The public send API: one POST with its action in the query. Every response is JSON and carries the request's id. */
export const publicApi = (deps: PublicApiDeps): FastifyPluginAsync => {
  return async (app) => {
    app.removeAllContentTypeParsers()
    // A plain curl names no JSON; only the body counts.
    app.addContentTypeParser('*', PARSED_LATER, async (_: FastifyRequest, body: Buffer) => body)
    app.addHook('onRequest', async (request, reply) => {
      // Set on the raw response, because the framework would write it in lower case.
      reply.raw.setHeader('X-Uni-Request-Id', request.id)
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    })
    app.setErrorHandler(async (error, request, reply) => answerFailure(request, reply, error))
    // Programs render no pages, so the headers that protect one would only cost time.
    for (const path of PATHS) app.post(path, { helmet: false }, (request, reply) => answer(deps, request, reply))
    refuseOthers(app)
  }
}

function refuseOthers(app: FastifyInstance): void {
  app.post('/*', async () => {
    throw new Refusal('not_found')
  })
}

async function answer(deps: PublicApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = queryOf(request)
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const credential = await credentialOf(query, deps.findCredential)
  const usage = usageOf(request, query, credential)
  try {
    authenticate(credential, { query, rawBody, now: deps.clock.now() })
    const body = await parseJsonBody(request, rawBody)
    const { data, replayed } = await actionOf(deps, query)({ ...callOf(request, query), credential, body, rawBody })
    deps.used({ ...usage, refused: null })
    if (replayed) reply.header('idempotent-replayed', 'true')
    return reply.send({ code: '0', message: 'Success', data })
  } catch (error) {
    deps.used({ ...usage, refused: refusalOf(error).code })
    throw error
  }
}

function queryOf(request: FastifyRequest): SendQuery {
  const { url } = request.raw
  const mark = url?.indexOf('?') ?? -1
  const read = readSendQuery(mark < 0 ? '' : (url?.slice(mark + 1) ?? ''))
  if (!read.ok) throw new Refusal(read.code, { field: read.parameter })
  return read.query
}

function actionOf({ actions }: PublicApiDeps, query: SendQuery): Action {
  const name = query.get('action') ?? ''
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) throw new Refusal('unknown_action', { field: 'action' })
  return action
}

const usageOf = (request: FastifyRequest, query: SendQuery, credential: KnownCredential) => ({
  credential,
  action: (query.get('action') ?? '').slice(0, 64),
  signed: isSigned(query),
  address: request.ip,
  requestId: request.id,
})

function callOf(request: FastifyRequest, query: SendQuery) {
  const nonce = isSigned(query) ? (query.get('nonce') ?? null) : null
  return { requestId: request.id, nonce, idempotencyKey: idempotencyKeyOf(request) }
}

/** `{code, message, details}`: number and text of the one error table, with the next step. */
function answerFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { code, field, details, retryAfter } = refusalOf(error)
  const { http, number, word, retryable } = errors[code]
  if (http >= 500 && code === 'internal')
    request.log.error({ err: error, requestId: request.id }, 'a send request failed')
  const seconds = retryAfter ?? (http === 503 || http === 429 ? 1 : null)
  if (seconds !== null) reply.header('retry-after', seconds)
  const shown = {
    error: code,
    reason: errorText(code, 'en', field),
    retryable,
    field,
    ...(details !== undefined && { more: details }),
  }
  return reply.code(http).send({ code: number, message: word, details: shown })
}
