import { type ErrorCode, errors, errorText } from '@hongyan/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/unavailable.ts'
import { Refusal } from '../kit/refusal.ts'
import { callerLocale } from './caller-locale.ts'

/** The codes of errors that Fastify itself throws. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
}

/** The Retry-After of a 503, in seconds. */
const RETRY_AFTER = 1

/** Turns a thrown error into a refusal; an unforeseen one becomes an internal error without detail. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return new Refusal('unavailable')
  if (!(error instanceof Error)) return new Refusal('internal')
  const known = 'code' in error ? refusals[String(error.code)] : undefined
  if (known !== undefined) return new Refusal(known)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return new Refusal(status < 500 ? 'unreadable' : 'internal')
}

/** True for an error that is answered with 503: of an outage or a flood, which many requests meet. */
export const isForNow = (error: unknown): boolean => errors[refusalOf(error).code].http === 503

/** Sends `{error:{code,message,side,field?,details?,requestId}}` in the caller's language. */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, field, details, texts } = refusal
  const { http, side } = errors[code]
  const retryAfter = refusal.retryAfter ?? (http === 503 ? RETRY_AFTER : null)
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  const locale = localeOf(request)
  const message = texts === undefined ? errorText(code, locale, field) : locale === 'zh-CN' ? texts.zh : texts.en
  return reply.code(http).send({ error: { code, message, side, field, details, requestId: request.id } })
}

/** The language of the response to a request. */
export function localeOf(request: FastifyRequest): ReturnType<typeof callerLocale> {
  const cookies: FastifyRequest['cookies'] | null = request.cookies // undefined until the cookies are parsed
  return callerLocale(cookies?.['hy_locale'], request.headers['accept-language'])
}
