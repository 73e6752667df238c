import { type ErrorCode, errors, errorText } from '@hongyan/contract/errors'
import { ruleText } from '@hongyan/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isConnectionLoss } from '../db/connect.ts'
import { Refusal } from '../kit/refusal.ts'
import { callerLocale } from './caller-locale.ts'

/** What the HTTP layer itself refuses, by its own codes. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
}

/** Seconds after which something that is not ready may well be. */
const SOON = 1

/** Anything thrown, as the no that the caller hears; what was not foreseen is a failure of ours and tells nothing. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isConnectionLoss(error)) return new Refusal('unavailable')
  if (!(error instanceof Error)) return new Refusal('internal')
  const known = 'code' in error ? refusals[String(error.code)] : undefined
  if (known !== undefined) return new Refusal(known)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return new Refusal(status < 500 ? 'invalid_request' : 'internal')
}

/** Sends `{error:{code,message,field?,details?,requestId}}`, worded in the caller's language. */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, field, rule, details } = refusal
  const { http } = errors[code]
  const retryAfter = refusal.retryAfter ?? (http === 503 ? SOON : null)
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  const locale = localeOf(request)
  const message = rule === undefined ? errorText(code, locale) : ruleText(rule, locale)
  return reply.code(http).send({ error: { code, message, field, details, requestId: request.id } })
}

/** The language a request is answered in. */
export function localeOf(request: FastifyRequest): ReturnType<typeof callerLocale> {
  const cookies: FastifyRequest['cookies'] | null = request.cookies // nothing until the cookies were read
  return callerLocale(cookies?.['hy_locale'], request.headers['accept-language'])
}
