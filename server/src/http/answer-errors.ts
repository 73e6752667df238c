import { type ErrorCode, errors } from '@hongyan/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'
import { answerRefusal, refusalOf } from './error-reply.ts'

/** Responds to every error of every call in one format. Logs an unexpected error and shows no detail of it. */
export function answerErrors(server: FastifyInstance, available: () => boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    if (available() || request.routeOptions.config.withoutDatabase === true) return
    await refuse(request, reply, 'unavailable')
  })

  server.setErrorHandler(async (error, request, reply) => {
    const refusal = refusalOf(error)
    const { http } = errors[refusal.code]
    if (http === 503) request.log.warn({ err: error, requestId: request.id }, 'a request was refused for now')
    else if (http >= 500) request.log.error({ err: error, requestId: request.id }, 'a request failed')
    return answerRefusal(request, reply, refusal)
  })

  server.setNotFoundHandler(async (request, reply) => refuse(request, reply, 'not_found'))
}

export const refuse = (request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply =>
  answerRefusal(request, reply, new Refusal(code))
