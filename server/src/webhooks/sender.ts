import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { WebhookFailure } from '@hongyan/contract/vocabulary/webhook'
import type { Clock } from '../kit/clock.ts'
import { headersOf, retryAfterOf, type WebhookAnswer } from './answer.ts'
import { exchange, freshAgents, keepingAgents, type Outcome } from './exchange.ts'
import { localNames, nameServers, type Resolve, type Target, targetOf } from './target.ts'

export type { WebhookAnswer } from './answer.ts'

export interface WebhookRequest {
  readonly url: string
  /** Without Host, Content-Length and Connection, which the sender sets. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

export interface WebhookSender {
  /** Tries once. A failed try is an answer, never a rejection. */
  readonly post: (request: WebhookRequest) => Promise<WebhookAnswer>
  /** Connects without sending a request. Returns why it failed: private, unresolved, refused, tls or timeout. */
  readonly check: (url: string) => Promise<WebhookFailure | null>
  /** Aborts what is under way and closes every connection. */
  readonly close: () => Promise<void>
}

interface Deps {
  /** Demands https and public addresses. Sandbox mode permits http and private addresses. */
  readonly strict: boolean
  readonly clock: Clock
  readonly resolve?: Resolve
  readonly connectFor?: number
  readonly answerFor?: number
  /** Certificates to trust instead of the well-known ones, as PEM. */
  readonly ca?: string
}

const emptyAnswer = { code: null, headers: [], body: '', retryAfter: null } as const

/**
 * Posts to addresses that customers choose (semantics D3). Every try resolves the host anew and connects to nothing
 * but the addresses that it vetted. Redirects fail. Connecting, the look-up included, and the whole try have limits,
 * however slowly bytes arrive. Of an answer at most `limits.answerMax` bytes are read: the status decides, so a longer
 * body neither fails a success nor hides a refusal. Only headers can be `too_large`.
 */
export function createWebhookSender({
  strict,
  clock,
  resolve = strict ? nameServers() : localNames,
  connectFor = limits.connectFor,
  answerFor = limits.answerFor,
  ca,
}: Deps): WebhookSender {
  const kept = keepingAgents(ca)
  const fresh = freshAgents(ca)
  const underWay = new Set<() => void>()
  let isClosed = false

  const abortable = async <T>(work: (onStart: (abort: () => void) => void) => Promise<T>): Promise<T> => {
    let aborted: (() => void) | null = null
    try {
      return await work((abort) => underWay.add((aborted = abort)))
    } finally {
      if (aborted !== null) underWay.delete(aborted)
    }
  }

  const find = (url: string): Promise<Target | WebhookFailure> =>
    abortable(
      (onStart) =>
        new Promise((settle, reject) => {
          const late = setTimeout(() => settle('unresolved'), connectFor)
          onStart(() => settle('aborted'))
          targetOf(url, { strict, resolve })
            .then(settle, reject)
            .finally(() => clearTimeout(late))
        }),
    )

  const run = async (url: string, request: WebhookRequest | null): Promise<Outcome> => {
    const began = performance.now()
    const left = (limit: number) => Math.max(0, limit - (performance.now() - began))
    const target = await find(url)
    if (isClosed) return failed('aborted')
    if (typeof target === 'string') return failed(target)
    const start = (agents: typeof kept) =>
      abortable((onStart) =>
        exchange({
          target,
          request,
          agents,
          connectWithin: left(connectFor),
          answerWithin: left(answerFor),
          onStart,
        }),
      )
    const outcome = await start(request === null ? fresh : kept)
    return outcome.stale && !isClosed ? start(fresh) : outcome
  }

  return {
    post: async (request) => {
      const began = performance.now()
      const { failure, response, body } = await run(request.url, request)
      const latency = Math.round(performance.now() - began)
      if (response === null) return { ...emptyAnswer, failure, latency }
      const retryAfter = retryAfterOf(response, clock.now())
      return { code: response.statusCode ?? null, failure, latency, headers: headersOf(response), body, retryAfter }
    },
    check: async (url) => (await run(url, null)).failure,
    close: () => {
      isClosed = true
      for (const abort of underWay) abort()
      for (const agent of [kept.http, kept.https, fresh.http, fresh.https]) agent.destroy()
      return Promise.resolve()
    },
  }
}

const failed = (failure: WebhookFailure): Outcome => ({ failure, response: null, body: '', stale: false })
