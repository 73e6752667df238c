import { createHash } from 'node:crypto'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import { sendApi } from '@hongyan/contract/limits/messaging'
import { list } from '@hongyan/contract/limits/screens'
import { upload } from '@hongyan/contract/limits/uploads'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { IncomingFile } from '../kit/incoming-file.ts'
import { Refusal } from '../kit/refusal.ts'
import { type AnswersDeps, answerOnce, type CallKey, noKey } from '../limits/answers.ts'
import { asDownload } from './download.ts'
import { localeOf } from './error-reply.ts'
import { receiveForm } from './form-body.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { Caller, PassedCall, Route, Row, Source } from './implement.ts'
import { parseJsonBody } from './json-body.ts'
import { actionOf, recorded, type RecordDeps } from './recorded.ts'
import { sessionCookies } from './session-cookies.ts'
import { originOf, type SessionGuard } from './session-guard.ts'
import { validated } from './validated.ts'

export interface ConsoleApiDeps {
  readonly routes: readonly Route[]
  readonly guard: SessionGuard
  /** True where customers reach the console by https, so that cookies may require it. */
  readonly https: boolean
  /** The public origin, or null to use each request's own host. */
  readonly origin: string | null
  /** Throws unless the owner was verified a short time ago (ruling 36). */
  readonly requireStepUp: (caller: Caller) => Promise<void>
  /** In tests every response is parsed by its own schema, because the serializer coerces silently. */
  readonly checkReplies: boolean
  /** The stored responses to calls with an Idempotency-Key. */
  readonly answers: AnswersDeps
  /** The audit log of writes. */
  readonly records: RecordDeps
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

const Redirect = z.object({ url: z.string() })

/** No call of a stranger needs more. */
const ANONYMOUS_BODY_BYTES = 16 * 1024

/**
 * Replies of more than 1 KB are compressed at little cost, requests never are. Another site cannot measure a reply with
 * the session's data (BREACH): the session cookie is SameSite=Lax.
 */
const compression = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  customTypes: /^(?:application\/json|text\/csv)/,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  globalDecompression: false,
} satisfies FastifyCompressOptions

/** The calls of the console, each a row of the contract's table. Registered below /api. */
export const consoleApi = (deps: ConsoleApiDeps): FastifyPluginAsync => {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJsonBody)
    app.decorateRequest('caller', null)
    app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
    await app.register(compress, compression)
    app.all('/*', { onRequest: refuseUnknown }, () => undefined)
    const isForm = ({ row }: Route): boolean => row.form !== undefined
    for (const route of deps.routes.filter((one) => !isForm(one))) register(app, deps, route)
    await app.register(async (forms) => {
      forms.removeAllContentTypeParsers()
      // The handler reads the form while it arrives.
      forms.addContentTypeParser('*', (_request, _payload, done) => done(null))
      for (const route of deps.routes.filter(isForm)) register(forms, deps, route)
    })
  }
}

function register(app: FastifyInstance, deps: ConsoleApiDeps, route: Route): void {
  const { row, admit, answer } = route
  const { guard, requireStepUp, checkReplies } = deps
  const [method = '', url = ''] = row.address.split(' ')
  app.route({
    method,
    url,
    bodyLimit: row.access === 'anyone' ? ANONYMOUS_BODY_BYTES : sendApi.bodyBytes,
    onRequest: async (request) => {
      request.caller = await guard(request, row)
      if (request.caller?.suspended === true && row.unlessSuspended === true) throw new Refusal('account_suspended')
      if (request.caller !== null && row.stepUp === true) await requireStepUp(request.caller)
      if (request.caller !== null) await admit?.(request.caller)
    },
    handler: async (request, reply) => {
      // The body may arrive long after the headers, so the step-up is checked again.
      if (request.caller !== null && row.stepUp === true && row.body !== undefined) await requireStepUp(request.caller)
      const result = await once(deps, request, reply, row, (key) => {
        const call = callOf(request, reply, { row, key }, deps)
        return recorded(deps.records, route, call, () => answer(call))
      })
      const checked = checkReplies ? row.reply.parse(result) : result
      if (row.download !== undefined) return asDownload(reply, row.download, checked)
      if (row.redirect === true) return reply.redirect(Redirect.parse(checked).url)
      reply.type('application/json; charset=utf-8')
      return serializerOf(reply, row)(checked as Record<string, unknown>) // replies are objects or lists
    },
  })
}

/** Runs a call once for an Idempotency-Key: a repeated create returns the stored response of the first call. */
async function once(
  { answers }: ConsoleApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  row: Row,
  work: (key: CallKey) => unknown,
): Promise<unknown> {
  const key = idempotencyKeyOf(request)
  if (row.idempotent !== true || key === null || request.caller === null) return work(noKey)
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest()
  // The query is left out of the key: its length has no bound, and a table's key has one.
  const [path = ''] = request.url.split('?', 1)
  const keyedCall = { account: request.caller.account, path: `${request.method} ${path}`, key, bodyHash }
  const { answer, replayed } = await answerOnce(answers, keyedCall, async (running) => work(running))
  if (replayed) reply.header('idempotent-replayed', 'true')
  return answer
}

type Serializer = ReturnType<FastifyReply['compileSerializationSchema']>

/** All servers of a process share them, and so do rows with the same schema. */
const serializers = new WeakMap<Row['reply'], Serializer>()

/**
 * The framework's serializer of a row, which writes only the fields that the schema names. Compiled with the first
 * response: all serializers together would add a fifth to every start.
 */
function serializerOf(reply: FastifyReply, row: Row): Serializer {
  const known = serializers.get(row.reply)
  if (known !== undefined) return known
  const { $schema: _, ...schema } = z.toJSONSchema(row.reply, { target: 'draft-7', io: 'output' })
  const serializer = reply.compileSerializationSchema(schema)
  serializers.set(row.reply, serializer)
  return serializer
}

/** Refuses a call of an unknown address before its body is read. */
const refuseUnknown = async (): Promise<never> => {
  throw new Refusal('not_found')
}

/** Moves the body from the request into the call, so that only the call's handler still holds it. */
function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { row, key }: { readonly row: Row; readonly key: CallKey },
  { https, origin, guard }: ConsoleApiDeps,
): PassedCall {
  const { body = {} } = request
  request.body = undefined
  return {
    caller: request.caller,
    source: sourceOf(request, row, origin),
    requestId: request.id,
    key,
    locale: localeOf(request),
    params: validated(row.params, request.params),
    query: validated(row.query, request.query),
    body: validated(row.body, body),
    form: (take) => formOf(request, row, guard, take),
    cookies: sessionCookies(reply, https),
    total: (rows, isExact) => setTotal(reply, rows, isExact),
    next: (before) => void reply.header('x-next-before', before),
  }
}

/** Reads a row's form. A file may take minutes to arrive, so the session is checked again behind it. */
async function formOf<T>(
  request: FastifyRequest,
  row: Row,
  guard: SessionGuard,
  take: (file: IncomingFile) => Promise<T>,
): Promise<{ fields: unknown; file: T }> {
  const { fields, file } = await receiveForm(request.raw, upload, take)
  await guard(request, row)
  return { fields: validated(row.form, fields), file }
}

const DEVICE_MAX = 64

/** Plain data: an object with a getter would be kept, with all of its request, until a full collection (0171). */
export const sourceOf = (request: FastifyRequest, row: Row, origin: string | null): Source => ({
  action: actionOf(row),
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  origin: originOf(request, origin),
  device: request.cookies['hy_visitor']?.slice(0, DEVICE_MAX) ?? null,
})

/** Sets the header X-Total-Count, exact up to the last row that paging can reach (ruling 31). */
function setTotal(reply: FastifyReply, rows: number, isExact = true): void {
  reply.header('x-total-count', Math.min(rows, list.exactTotalUpTo))
  if (!isExact || rows > list.exactTotalUpTo) reply.header('x-total-exact', 'false')
}
