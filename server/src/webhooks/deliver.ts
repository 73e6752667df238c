import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { WebhookEndpointId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { isDataError } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { createCollector } from '../kit/collector.ts'
import type { Logger } from '../kit/logger.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { type Claimed, claimRetries, claimWaiting, isProved, type Target, waitingLanes } from './claim.ts'
import { requestHeaders } from './request-headers.ts'
import { webhookIdOf } from './log.ts'
import { type HealthChange, type Tried, writeTried } from './results.ts'
import type { WebhookAnswer, WebhookSender } from './sender.ts'

export interface DeliverDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: SecretBox
  readonly sender: WebhookSender
  /** Tells the owner of a change, in its transaction. */
  readonly healthChanged: (tx: Tx, change: HealthChange, at: Date) => Promise<void>
}

/** Requests that an endpoint has at once in a process. One that is not proved has one at a time. */
const AT_ONCE = 16
/**
 * Requests of a process at once, and those of them that endpoints may have which are not proved: new ones and those that
 * fail, which may hold theirs until their timeouts.
 */
const MOST = 600
const MOST_UNPROVED = 200
const EVERY = SECOND / 4
/**
 * While there is work, a round claims again and again, for at most this time, and rests in between: so long, and as long
 * as the claim took.
 */
const ROUND_FOR = 5 * SECOND
const REST = 10
const REST_SHARE = 1
/** Results that are written together. */
const RESULTS_AT_ONCE = 200

export interface Deliver {
  readonly loop: Loop
  /** Waits for the running requests. */
  readonly stop: () => Promise<void>
}

/**
 * Sends the requests of webhooks. A round claims what may leave now and starts it; requests run on beside later rounds, so
 * an endpoint that does not answer holds back itself alone.
 */
export function createDeliver({ pool, clock, log, secrets, sender, healthChanged }: DeliverDeps): Deliver {
  const running = new Set<Promise<void>>()
  const open = new Map<WebhookEndpointId, number>()
  /** The moments of an endpoint's requests in the last second, where it has a rate. */
  const recent = new Map<WebhookEndpointId, number[]>()
  /** The endpoints with a request that are not proved. */
  const unproved = new Set<WebhookEndpointId>()

  const count = (id: WebhookEndpointId, by: 1 | -1): void => {
    const now = (open.get(id) ?? 0) + by
    if (now === 0) open.delete(id)
    else open.set(id, now)
  }

  const rateRoom = ({ id, rate }: Target): number => {
    if (rate === null) return Infinity
    const since = performance.now() - SECOND
    const left = (recent.get(id) ?? []).filter((at) => at > since)
    if (left.length === 0) recent.delete(id)
    else recent.set(id, left)
    return rate - left.length
  }

  const roomOf = (target: Target): number => {
    const inFlight = open.get(target.id) ?? 0
    if (!isProved(target, clock.now())) {
      return unproved.size < MOST_UNPROVED && inFlight === 0 && rateRoom(target) > 0 ? 1 : 0
    }
    return Math.max(0, Math.min(AT_ONCE - inFlight, MOST - running.size, rateRoom(target)))
  }

  const results = createCollector<Tried, void>({
    choose: (line) => line.splice(0, RESULTS_AT_ONCE),
    work: async (tried) => {
      await inTransaction(pool, (tx) => writeTried(tx, tried, Math.random, healthChanged))
      return new Map(tried.map((one) => [one, undefined]))
    },
    gather: 1,
    isOneItems: isDataError,
  })

  const attempt = async (claimed: Claimed, url: string, last: boolean): Promise<WebhookAnswer> => {
    const at = clock.now()
    const headers = requestHeaders(secrets, claimed.target, { ...claimed, webhookId: webhookIdOf(claimed.id), at })
    const answer = await sender.post({ url, headers, body: claimed.body })
    const over = last || answer.failure === null
    const tried: Tried = { claimed, at, url, headers, answer, last: over }
    await results.add(tried)
    return answer
  }

  /** Tries the address, and at once the failover address where the first did not take it. */
  const deliver = async (claimed: Claimed): Promise<void> => {
    const { url, failoverUrl } = claimed.target
    const { failure } = await attempt(claimed, url, failoverUrl === null)
    if (failure === null || failoverUrl === null) return
    await attempt({ ...claimed, tries: claimed.tries + 1 }, failoverUrl, true)
  }

  const start = (claimed: Claimed): void => {
    const { target } = claimed
    const isUnproved = !isProved(target, clock.now())
    if (isUnproved) unproved.add(target.id)
    count(target.id, 1)
    if (target.rate !== null) recent.set(target.id, [...(recent.get(target.id) ?? []), performance.now()])
    // A request whose result is not written is due again once its lease is over.
    const ended = deliver(claimed)
      .catch((err: unknown) => log.warn({ err }, 'a webhook request will be sent again'))
      .finally(() => {
        running.delete(ended)
        count(target.id, -1)
        if (isUnproved) unproved.delete(target.id)
      })
    running.add(ended)
  }

  const retry = async (): Promise<void> => {
    if (running.size >= MOST) return
    const due = await claimRetries(pool, clock.now(), [...open.keys()], unproved.size >= MOST_UNPROVED)
    for (const claimed of due) start(claimed)
  }

  /** Starts what waits. Returns the number of requests. */
  const startWaiting = async (): Promise<number> => {
    const now = clock.now()
    const busy = [...open].filter(([id, inFlight]) => inFlight >= AT_ONCE || unproved.has(id)).map(([id]) => id)
    let free = MOST_UNPROVED - unproved.size
    const lanes = (await waitingLanes(pool, now, busy, unproved.size >= MOST_UNPROVED))
      .map((target) => ({ target, room: roomOf(target) }))
      .filter(({ target, room }) => room > 0 && (isProved(target, now) || (free -= 1) >= 0))
    if (lanes.length === 0) return 0
    const claimed = await claimWaiting(pool, lanes, now)
    for (const one of claimed) start(one)
    return claimed.length
  }

  const round = async (stopping: AbortSignal): Promise<void> => {
    const until = performance.now() + ROUND_FOR
    let retryAt = 0
    while (performance.now() < until && !stopping.aborted) {
      const began = performance.now()
      if (began >= retryAt) {
        await retry()
        retryAt = began + EVERY
      }
      if ((await startWaiting()) === 0) return
      await sleep(Math.max(REST, REST_SHARE * (performance.now() - began)))
    }
  }

  return {
    loop: { name: 'webhooks', every: EVERY, run: round },
    stop: async () => {
      await Promise.allSettled(running)
      await results.drain()
    },
  }
}
