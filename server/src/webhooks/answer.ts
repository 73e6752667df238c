import type { IncomingMessage } from 'node:http'
import { SECOND } from '@hongyan/contract/durations'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { WebhookFailure } from '@hongyan/contract/vocabulary/webhook'

type Pairs = readonly (readonly [string, string])[]

export interface WebhookAnswer {
  /** The HTTP status, null without an answer. An answer that broke off has one. */
  readonly code: number | null
  /** Null for a status of 200–299 whose answer came in time. */
  readonly failure: WebhookFailure | null
  /** Milliseconds from the look-up of the host to the end. */
  readonly latency: number
  readonly headers: Pairs
  /** The first `limits.shownMax` bytes as text. Invalid UTF-8 and zero bytes, which PostgreSQL refuses, are U+FFFD. */
  readonly body: string
  /** Milliseconds that Retry-After of 429 and 503 asks to wait, at most `limits.retryAfterMax`. */
  readonly retryAfter: number | null
}

/** The status alone decides. A redirect is never followed: its target was not resolved, vetted or chosen. */
export function failureOfStatus(code: number): WebhookFailure | null {
  if (code >= 200 && code <= 299) return null
  return code >= 300 && code <= 399 ? 'redirect' : 'status'
}

/** Reads a Retry-After of seconds or of an HTTP date as milliseconds from now. */
export function retryAfterOf(response: IncomingMessage, now: Date): number | null {
  const { statusCode, headers } = response
  const asked = headers['retry-after']?.trim()
  if (asked === undefined || (statusCode !== 429 && statusCode !== 503)) return null
  const wait = /^\d+$/.test(asked) ? Number(asked) * SECOND : fromDate(asked, now)
  return wait === null ? null : Math.min(Math.max(0, wait), limits.retryAfterMax)
}

/** The three forms of an HTTP date begin with the day of the week. */
function fromDate(text: string, now: Date): number | null {
  const moment = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(moment) ? null : moment - now.getTime()
}

export function headersOf({ rawHeaders }: IncomingMessage): Pairs {
  const pairs: (readonly [string, string])[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return pairs
}

/** Keeps the beginning of a body and counts the rest. */
export function bodyReader() {
  let shown = Buffer.alloc(0)
  let size = 0
  return {
    take: (chunk: Buffer): void => {
      size += chunk.length
      shown = Buffer.concat([shown, chunk.subarray(0, limits.shownMax - shown.length)])
    },
    isFull: (): boolean => size >= limits.answerMax,
    // As a stream: a character that the cut divides is left out.
    text: (): string => new TextDecoder().decode(shown, { stream: true }).replaceAll('\0', '\uFFFD'),
  }
}
