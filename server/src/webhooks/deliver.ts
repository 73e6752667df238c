import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '@hongyan/contract/durations'
import type { WebhookEndpointId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { isDataError } from '../db/connect.ts'
import { alone, inTransaction, type Tx } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Clock } from '../kit/clock.ts'
import { createCollector } from '../kit/collector.ts'
import type { Logger } from '../kit/logger.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import {
  type Claimed,
  claimRetries,
  claimWaiting,
  sendAgainNow,
  type Standing,
  standingOf,
  standings,
  START,
  type Target,
  waitingLanes,
} from './claim.ts'
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

/**
 * Requests that an endpoint has at once in a process, and one retry beside them, so that a busy endpoint gets its retries.
 * One that is not proved has one request at a time.
 */
const AT_ONCE = 16
/**
 * Requests of a process at once, and those of them that endpoints may have which are not proved: they may hold theirs until
 * their timeouts. An untried endpoint that does so fails then, and leaves its share to the next one.
 */
const MOST = 600
const SHARES = { untried: 100, failing: 200 } as const
const RETRIES_AT_ONCE = 200
const EVERY = SECOND / 4
/** In the order of an index, which a table of many deleted rows does not slow down; `exists` would leave the order out. */
export const HAS_WORK = `(select account_id from webhook_due order by account_id, endpoint_id limit 1) is not null
  or (select account_id from webhook_delivery where next_at is not null order by account_id, endpoint_id limit 1) is not null`
/**
 * While there is work, a round claims again and again, for at most this time, and rests in between: so long, and as long
 * as the claim took.
 */
const ROUND_FOR = 5 * SECOND
const REST = 10
const REST_SHARE = 1
/** Milliseconds that a stop leaves running requests before it breaks them off. */
const GRACE = 2 * SECOND
/** Results that are written together. */
const RESULTS_AT_ONCE = 200

const NOT_SENT: WebhookAnswer = { code: null, failure: 'internal', latency: 0, headers: [], body: '', retryAfter: null }

/** A request that a stop broke off. Its receiver is not to blame, so no try is written. */
class BrokenOff extends Error {}

export interface Deliver {
  readonly loop: Loop
  /**
   * Waits for the running requests, but not long: those of receivers that do not answer are broken off, and another process
   * logs them as lost and sends them again at once. Closes the sender.
   */
  readonly stop: () => Promise<void>
}

/**
 * Sends the requests of webhooks. A round claims what may leave now and starts it; requests run on beside later rounds, so
 * an endpoint that does not answer holds back itself alone.
 */
export function createDeliver({ pool, clock, log, secrets, sender, healthChanged }: DeliverDeps): Deliver {
  const running = new Set<Promise<void>>()
  const open = new Map<WebhookEndpointId, number>()
  /** The endpoints with a retry. */
  const retrying = new Set<WebhookEndpointId>()
  /** The endpoints with a request that are not proved. */
  const single = { untried: new Set<WebhookEndpointId>(), failing: new Set<WebhookEndpointId>() }
  /** The claims whose requests a stop broke off. */
  const broken: Claimed[] = []
  let isBrokenOff = false
  /** The places at which the next sweeps go on, so that no endpoint is always behind others. */
  const places = { waiting: START, retries: START }

  const freeOf = (standing: Standing): number =>
    standing === 'proved' ? Infinity : SHARES[standing] - single[standing].size
  const allowed = (): readonly Standing[] => standings.filter((standing) => freeOf(standing) > 0)

  const count = (id: WebhookEndpointId, by: 1 | -1): void => {
    const now = (open.get(id) ?? 0) + by
    if (now === 0) open.delete(id)
    else open.set(id, now)
  }

  const roomOf = (target: Target): number => {
    const inFlight = open.get(target.id) ?? 0
    const most = standingOf(target, clock.now()) === 'proved' ? AT_ONCE : 1
    return Math.max(0, most - inFlight)
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

  /** A request that cannot be made or sent is a failed try, or its delivery would be repeated for ever. */
  const post = async (claimed: Claimed, url: string, at: Date): Promise<Pick<Tried, 'headers' | 'answer'>> => {
    try {
      const headers = requestHeaders(secrets, claimed.target, { ...claimed, webhookId: webhookIdOf(claimed.id), at })
      return { headers, answer: await sender.post({ url, headers, body: claimed.body }) }
    } catch (err) {
      log.error({ err, endpoint: claimed.target.id }, 'a webhook request could not be made')
      return { headers: [], answer: NOT_SENT }
    }
  }

  const attempt = async (claimed: Claimed, url: string, last: boolean): Promise<WebhookAnswer> => {
    const at = clock.now()
    const { headers, answer } = await post(claimed, url, at)
    if (isBrokenOff && answer.failure === 'aborted') throw new BrokenOff()
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

  const start = (claimed: Claimed, kind: 'event' | 'retry'): void => {
    const { target } = claimed
    const standing = standingOf(target, clock.now())
    const share = standing === 'proved' ? null : single[standing]
    share?.add(target.id)
    count(target.id, 1)
    if (kind === 'retry') retrying.add(target.id)
    // A request whose result is not written is due again once its lease is over.
    const ended = deliver(claimed)
      .catch((err: unknown) => {
        if (err instanceof BrokenOff) broken.push(claimed)
        else log.warn({ err }, 'a webhook request will be sent again')
      })
      .finally(() => {
        running.delete(ended)
        count(target.id, -1)
        share?.delete(target.id)
        if (kind === 'retry') retrying.delete(target.id)
      })
    running.add(ended)
  }

  const retry = async (): Promise<void> => {
    const free = freeOf('failing')
    const most = Math.min(RETRIES_AT_ONCE, MOST - running.size, free > 0 ? Math.ceil(free / 2) : Infinity)
    if (most <= 0) return
    const busy = [...retrying, ...single.untried, ...single.failing]
    const sweep = { busy, standings: allowed(), after: places.retries, most }
    const { claimed, next } = await claimRetries(pool, clock.now(), sweep)
    places.retries = next
    for (const one of claimed) start(one, 'retry')
  }

  /** Starts what waits. Returns false once there is nothing more to start. */
  const startWaiting = async (): Promise<boolean> => {
    const now = clock.now()
    const busy = [...open].filter(([, inFlight]) => inFlight >= AT_ONCE).map(([id]) => id)
    const sweep = {
      busy: [...busy, ...single.untried, ...single.failing],
      standings: allowed(),
      after: places.waiting,
    }
    const { lanes, next } = await waitingLanes(pool, now, sweep)
    places.waiting = next
    const free = { proved: Infinity, untried: freeOf('untried'), failing: freeOf('failing') }
    let left = MOST - running.size
    const chosen = lanes
      .filter((target) => roomOf(target) > 0 && (free[standingOf(target, now)] -= 1) >= 0)
      .map((target) => {
        const room = Math.min(roomOf(target), left)
        left -= room
        return { target, room }
      })
      .filter(({ room }) => room > 0)
    const claimed = chosen.length === 0 ? [] : await claimWaiting(pool, chosen, now)
    for (const one of claimed) start(one, 'event')
    return claimed.length > 0 || next !== START
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
      if (!(await startWaiting())) return
      await sleep(Math.max(REST, REST_SHARE * (performance.now() - began)))
    }
  }

  return {
    loop: { name: 'webhooks', every: EVERY, isDue: HAS_WORK, run: round },
    stop: async () => {
      const ended = Promise.allSettled(running)
      await Promise.race([ended, sleep(GRACE, undefined, { ref: false })])
      isBrokenOff = true
      await sender.close()
      await ended
      await results.drain()
      await sendAgainNow(alone(pool), broken, clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'the webhook requests that were broken off are sent again after their lease'),
      )
    },
  }
}
