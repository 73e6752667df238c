import { type ErrorCode, errors } from '@hongyan/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionLoss } from '../db/connect.ts'

/** What the HTTP layer itself refuses, by its own codes. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
}

/** Every failure is `{error:{code,message,requestId}}`; what was not foreseen is logged and tells nothing. */
export function answerErrors(server: FastifyInstance, available: () => boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    if (available() || request.routeOptions.config.withoutDatabase === true) return
    await refuse(request, reply, 'unavailable')
  })

  server.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const code = codeOf(error)
    if (errors[code].http >= 500) request.log.error({ err: error }, 'a request failed')
    return refuse(request, reply, code)
  })

  server.setNotFoundHandler(async (request, reply) => refuse(request, reply, 'not_found'))
}

function codeOf(error: FastifyError): ErrorCode {
  if (isConnectionLoss(error)) return 'unavailable'
  const known = refusals[error.code]
  if (known !== undefined) return known
  return (error.statusCode ?? 500) < 500 ? 'invalid_request' : 'internal'
}

export function refuse(request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { http, en } = errors[code]
  if (http === 503) reply.header('retry-after', '1')
  return reply.code(http).send({ error: { code, message: `${en.what} ${en.todo}`, requestId: request.id } })
}
