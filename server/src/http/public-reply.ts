import type { ServerResponse } from 'node:http'
import { type ErrorCode, errors, errorText } from '@hongyan/contract/errors'
import type { Refusal } from '../kit/refusal.ts'

/** A response of the send API before it is written. */
export interface PublicReply {
  readonly status: number
  /** JSON text. */
  readonly body: string
  /** The error code; null for success. */
  readonly refused: ErrorCode | null
  /** Whole seconds. */
  readonly retryAfter: number | null
  readonly replayed: boolean
}

/** Seconds to wait before a request that the server could not take, where the refusal names none. */
const SOON = 1

/** A reply whose `data` is this JSON text, byte for byte: a replay repeats the stored one. */
export const success = (data: string, replayed: boolean): PublicReply => ({
  status: 200,
  body: `{"code":"0","message":"Success","data":${data}}`,
  refused: null,
  retryAfter: null,
  replayed,
})

/** `{code, message, details}`: number and name from the table of errors, with the next step. */
export function failure({ code, field, texts, details, retryAfter }: Refusal): PublicReply {
  const { http, number, word, retryable } = errors[code]
  const shown = {
    error: code,
    reason: texts?.en ?? errorText(code, 'en', field),
    retryable,
    field,
    ...(details !== undefined && { more: details }),
  }
  return {
    status: http,
    body: JSON.stringify({ code: number, message: word, details: shown }),
    refused: code,
    retryAfter: retryAfter ?? (http === 503 || http === 429 ? SOON : null),
    replayed: false,
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The headers of a response. Both spellings of the request id are the protocol's. */
export function headersOf({ body, retryAfter, replayed }: PublicReply, requestId: string, type = JSON_TYPE): string[] {
  const headers = [
    'Content-Type',
    type,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    'X-Request-Id',
    requestId,
    'X-Uni-Request-Id',
    requestId,
  ]
  if (retryAfter !== null) headers.push('Retry-After', String(retryAfter))
  if (replayed) headers.push('Idempotent-Replayed', 'true')
  return headers
}

/** Writes a response; the last one of its connection where `isLast`. */
export function writeReply(response: ServerResponse, requestId: string, reply: PublicReply, isLast: boolean): void {
  const headers = headersOf(reply, requestId)
  if (isLast) headers.push('Connection', 'close')
  response.writeHead(reply.status, headers).end(reply.body)
}
