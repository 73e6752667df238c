import { setTimeout as sleep } from 'node:timers/promises'
import { wireId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { isPassing } from '../db/connect.ts'
import { inFlights, inOneFlight } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { createCollector } from '../kit/collector.ts'
import type { Logger } from '../kit/logger.ts'
import type { HandOver, Submitted, Upstream } from '../providers/upstreams/upstream.ts'
import type { RouteState } from '../pipeline/planned-route.ts'
import { insertEvents, type MessageEvent } from './events.ts'
import { type OwnFact, ownFact } from './facts.ts'
import type { LinkHealth } from './link-state.ts'
import type { MessageState } from './messages.ts'
import { defer, type MarkedMessage, releaseToWaiting, undoClaim } from './outbox.ts'
import type { Settle } from './settle.ts'

/** Seconds before the second and the third attempt after certain non-acceptance, over the same upstream. */
const RETRY_SECONDS = [1, 5] as const
const ROWS_AT_ONCE = 500
const LOCK_TIMEOUT = 1_000
const AFTER_A_FAILURE = 200

export interface SubmissionDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly settle: Settle
  readonly upstream: Upstream
  readonly health: LinkHealth
  /** True while this process owns the link. */
  readonly owns: () => boolean
  /** Called when a submission is written down, so that its credit is free. */
  readonly ended: (message: MarkedMessage) => void
  /** Called when an unknown outcome is written down, so that a query finds the message. */
  readonly doubted: () => void
  /** Called when a message is back among those that wait. */
  readonly waits: (message: MarkedMessage) => void
  /** Called with each result, and the milliseconds that it took. */
  readonly concluded: (message: MarkedMessage, submitted: Submitted, latency: number) => void
}

/** Submits marked messages to the upstream and writes the results. */
export interface Submissions {
  /** One promise for each message, which resolves at its end: true where its result is written. */
  readonly submit: (messages: readonly MarkedMessage[]) => readonly Promise<boolean>[]
  /** Returns messages that certainly were not submitted to those that wait, where they have rows. */
  readonly abandon: (messages: readonly MarkedMessage[], end: (message: MarkedMessage) => void) => void
  /** Returns all messages of a claim to those that wait, whose result was lost. */
  readonly undo: (mark: string) => void
  /** Resolves when everything at work is written. */
  readonly drain: () => Promise<void>
}

interface Deferral {
  readonly message: MarkedMessage
  readonly seconds: number
  readonly route: RouteState | null
  readonly event: MessageEvent
}

/**
 * The next attempt of a message that the upstream certainly did not take; null where there is none. A rule says how
 * many there may be, and for how long after the first (screens S1): before it the message may have waited for its hours
 * or its turn. While the rule's channels are not all tried, the next one gets it at once.
 */
function nextAttempt(
  message: Pick<MarkedMessage, 'attempt' | 'scene' | 'upstream' | 'route'>,
  now: Date,
): Pick<Deferral, 'seconds' | 'route'> | null {
  const { attempt, scene, upstream, route } = message
  const seconds = RETRY_SECONDS[attempt - 1]
  if (seconds === undefined) return null
  if (route === null) return { seconds, route }
  const { codes, others } = limits.totalDelay
  const delay = scene === MessageScene.Verification ? codes : others
  const { firstAt = now.toISOString() } = route
  if (attempt >= route.attempts || now.getTime() - Date.parse(firstAt) > delay) return null
  const tried = [...new Set([...route.tried, upstream])]
  return { seconds: route.failover && tried.length < route.channels ? 0 : seconds, route: { ...route, tried, firstAt } }
}

export function createSubmissions(deps: SubmissionDeps): Submissions {
  const { pool, clock, log, settle, upstream, health, owns, ended, doubted, waits, concluded } = deps
  const db = inFlights(pool, { lockTimeout: LOCK_TIMEOUT })
  const atWork = new Set<Promise<unknown>>()
  let draining = false

  /** Repeats a write while the database or a row is not available. Until then its messages keep their marks. */
  const persistently = async (write: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (draining || !isPassing(error)) throw error
        log.warn({ err: error, upstream: upstream.code }, 'a write of the link failed and will be tried again')
        await sleep(AFTER_A_FAILURE)
      }
    }
  }

  const collected = <Item extends object>(write: (batch: readonly Item[]) => Promise<void>) =>
    createCollector<Item, true>({
      gather: 0,
      isOneItems: (error) => !isPassing(error),
      choose: (line) => line.splice(0, ROWS_AT_ONCE),
      work: async (batch) => {
        await persistently(() => write(batch))
        return new Map(batch.map((item) => [item, true]))
      },
    })

  const releases = collected<MarkedMessage>(async (batch) => {
    await releaseToWaiting(db, batch)
    for (const message of batch) waits(message)
  })

  const deferrals = collected<Deferral>((batch) =>
    inOneFlight(pool, { lockTimeout: LOCK_TIMEOUT }, async (tx) => {
      const events = batch.map(({ event }) => event)
      const rows = batch.map(({ message: { account, id }, seconds, route }) => ({ account, id, seconds, route }))
      await Promise.all([insertEvents(tx, events), defer(tx, rows)])
    }),
  )

  const factOf = (message: MarkedMessage, status: MessageStatus, latency: number): OwnFact => ({
    ...ownFact(upstream.code, message, status),
    attempt: message.attempt,
    latency,
    before: acceptedState(message),
  })

  /** Opens the next attempt. A message that the upstream put off at its last attempt has failed. */
  const tryAgain = async (
    message: MarkedMessage,
    { error, upstreamCode }: Pick<Extract<Submitted, { kind: 'deferred' }>, 'error' | 'upstreamCode'>,
    latency: number,
  ): Promise<void> => {
    const failed = { ...factOf(message, MessageStatus.Failed, latency), error, upstreamCode }
    const next = nextAttempt(message, clock.now())
    if (next === null) return settle.add(failed)
    const { account, id } = message
    const event = { ...failed, account, message: id, status: MessageStatus.Sending, remoteId: '', part: 0 }
    try {
      await deferrals.add({ message, ...next, event: { ...event, applied: false, at: clock.now(), repeats: 0 } })
      return undefined
    } catch (failure) {
      if (isPassing(failure)) throw failure
      return settle.add(failed)
    }
  }

  const doubt = async (message: MarkedMessage, latency: number): Promise<void> => {
    await settle.add({ ...factOf(message, MessageStatus.Unknown, latency), error: 'outcome_unknown' })
    return doubted()
  }

  const conclude = (message: MarkedMessage, submitted: Submitted, latency: number): Promise<unknown> => {
    concluded(message, submitted, latency)
    if (submitted.kind === 'unreachable') {
      health.unreachable(performance.now())
      return releases.add(message)
    }
    if (submitted.kind === 'unknown') {
      health.lost(performance.now())
      return doubt(message, latency)
    }
    health.reached()
    if (submitted.kind === 'deferred') return tryAgain(message, submitted, latency)
    if (submitted.kind === 'unauthorized') {
      return tryAgain(message, { error: 'upstream_auth_failed', ...submitted }, latency)
    }
    if (submitted.kind === 'refused') {
      const { status, error, upstreamCode } = submitted
      return settle.add({ ...factOf(message, status, latency), error, upstreamCode })
    }
    const { remoteIds } = submitted
    return settle.add({ ...factOf(message, MessageStatus.Sent, latency), evidence: true, remoteIds })
  }

  const resultOf = async (message: MarkedMessage): Promise<Submitted> => {
    try {
      return await upstream.submit(handOverOf(message))
    } catch {
      return { kind: 'unknown' }
    }
  }

  const submitOne = async (message: MarkedMessage): Promise<void> => {
    if (message.validUntil <= clock.now()) {
      await settle.add({ ...ownFact(upstream.code, message, MessageStatus.Expired), error: 'expired' })
    } else if (!owns()) {
      // After a long pause of this process another one may own the link and be querying for this message.
      await releases.add(message)
    } else {
      const started = performance.now()
      const submitted = await resultOf(message)
      await conclude(message, submitted, Math.round(performance.now() - started))
    }
  }

  /** Calls `end` at the end of some work on a message. */
  const track = async <Message>(
    message: Message,
    work: Promise<unknown>,
    end: (message: Message) => void,
  ): Promise<boolean> => {
    atWork.add(work)
    try {
      await work
      return true
    } catch (error) {
      log.warn({ err: error, upstream: upstream.code }, 'the result of a submission was not written')
      return false
    } finally {
      atWork.delete(work)
      end(message)
    }
  }

  return {
    submit: (messages) => messages.map((message) => track(message, submitOne(message), ended)),
    abandon(messages, end) {
      for (const message of messages) void track(message, releases.add(message), end)
    },
    undo(mark) {
      const undone = persistently(() => undoClaim(db, { upstream: upstream.code, mark }))
      void track(mark, undone, () => undefined)
    },
    async drain() {
      draining = true
      while (atWork.size > 0) await Promise.allSettled(atWork)
    },
  }
}

/** The row of a message that no fact has changed since it was accepted. */
const acceptedState = (message: MarkedMessage): MessageState => ({
  account: message.account,
  id: message.id,
  status: MessageStatus.Accepted,
  parts: message.parts,
  partsDelivered: 0,
  price: message.price,
  payForDelivered: message.payForDelivered,
  settled: false,
  events: 0,
  acceptedAt: message.acceptedAt,
})

const handOverOf = ({ id, channel, to, sender, text, parts, scene, attempt, route }: MarkedMessage): HandOver => ({
  reference: wireId(id),
  channel,
  to,
  sender,
  text,
  parts,
  scene,
  attempt,
  remote: route?.remote ?? null,
})
