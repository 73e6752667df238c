import { randomUUID } from 'node:crypto'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { type Bell, createBell } from '../kit/bell.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { Waiting } from '../pipeline/message.ts'
import type { Upstream } from '../providers/upstreams/upstream.ts'
import { ask } from './asking.ts'
import { ownFact } from './facts.ts'
import { handOver } from './hand-over.ts'
import { createLanes } from './lanes.ts'
import { leaveLink, RENEW_EVERY, takeLink } from './link-owner.ts'
import { claimWaiting, markSuspended } from './outbox.ts'
import type { Settle } from './settle.ts'

/** Most messages held in memory; more wait in the table. */
const MOST_HELD = 20_000
/** Rows of one account and lane that one look into the table brings. */
const CLAIM_EACH = 1_000
/** An account with a rate has two seconds of it in memory. */
const HELD_SECONDS = 2
const IDLE_MILLIS = 50
const ASK_EVERY = 1_000
const REFUSED_AT_ONCE = 500
/** Failures in a row after which routing passes the upstream over. */
const DOWN_AFTER = 3

export interface DispatchDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly settle: Settle
  readonly upstream: Upstream
}

export interface Dispatch {
  readonly upstream: string
  /** Takes messages that were just accepted; those that memory has no room for wait in the table. */
  readonly offer: (messages: readonly Waiting[]) => void
  readonly isDown: () => boolean
  readonly start: () => void
  /** Finishes what is at work, then gives the link up. */
  readonly stop: () => Promise<void>
}

/** Drives one upstream's link while this process owns it: collect, mark, commit, hand over, settle. */
export function createDispatch({ pool, clock, log, settle, upstream }: DispatchDeps): Dispatch {
  const db = alone(pool)
  const process = randomUUID()
  const atWork = new Set<string>()
  const unsettled = new Set<Promise<void>>()
  let onTheirWay = 0
  const arrival = createBell()
  const ending = createBell()
  let lanes = createLanes()
  let owned = false
  let stopped = false
  let failures = 0
  let loops: Promise<unknown> = Promise.resolve()

  const reached = (yes: boolean): void => {
    failures = yes ? 0 : failures + 1
  }

  /** Runs a step over and over until the stop; a step that fails is told and tried again. */
  const repeat = async (step: () => Promise<number>, bell: Bell): Promise<void> => {
    while (!stopped) {
      const pause = await step().catch((error: unknown) => {
        log.warn({ err: error, upstream: upstream.code }, 'a dispatch step failed and will be tried again')
        return IDLE_MILLIS * 4
      })
      if (pause > 0) await bell.wait(pause)
    }
  }

  const renew = async (): Promise<number> => {
    const before = owned
    owned = await takeLink(db, upstream.code, process).catch(() => false)
    if (before && !owned) lanes = createLanes()
    if (owned && !before) arrival.ring()
    return RENEW_EVERY
  }

  const hasRoom = ({ account, rate }: Waiting): boolean =>
    lanes.size < MOST_HELD && (rate === 0 || lanes.sizeOf(account) < Math.max(1, rate * HELD_SECONDS))

  const hold = (messages: readonly Waiting[]): void => {
    for (const message of messages) if (hasRoom(message)) lanes.add(message)
  }

  /**
   * The window counts messages until their outcome is written, so that a crash leaves no more than one window in doubt
   * (semantics D1). Half of it is handed over while the other half is written.
   */
  const room = async (): Promise<number> => {
    while (onTheirWay > upstream.window / 2) await Promise.race(unsettled)
    return upstream.window - onTheirWay
  }

  /** One batch, or a look into the table when nothing in memory may go. */
  const deliver = async (): Promise<number> => {
    if (!owned) return IDLE_MILLIS
    const batch = lanes.take(await room(), Date.now())
    if (batch.length > 0) return send(batch)
    const before = lanes.size
    hold(await claimWaiting(db, upstream.code, lanes.ids(), CLAIM_EACH))
    return lanes.size > before ? 0 : IDLE_MILLIS
  }

  const send = async (batch: readonly Waiting[]): Promise<number> => {
    const now = clock.now()
    const late = batch.filter(({ validUntil }) => validUntil <= now)
    const timely = batch.filter(({ validUntil }) => validUntil > now)
    if (late.length > 0) track(settle.add(late.map(expired)), late.length)
    if (timely.length > 0) {
      const { written } = await handOver({ db, settle, upstream, process, atWork, reached }, timely)
      track(written, timely.length)
    }
    return 0
  }

  const expired = (message: Waiting) => ({
    ...ownFact(upstream.code, message, MessageStatus.Expired),
    error: 'expired' as const,
  })

  const track = (work: Promise<void>, size: number): void => {
    const tracked = work
      .catch((error: unknown) => log.warn({ err: error }, 'the outcome of a batch was not written'))
      .finally(() => {
        unsettled.delete(tracked)
        onTheirWay -= size
      })
    unsettled.add(tracked)
    onTheirWay += size
  }

  /** What a suspended account has in the queue is refused, free (ruling 35). */
  const refuseSuspended = async (): Promise<boolean> => {
    const mark = randomUUID()
    atWork.add(mark)
    try {
      const rows = await markSuspended(db, upstream.code, mark, REFUSED_AT_ONCE)
      await settle.add(
        rows.map((row) => ({ ...ownFact(upstream.code, row, MessageStatus.Rejected), error: 'account_suspended' })),
      )
      return rows.length === REFUSED_AT_ONCE
    } finally {
      atWork.delete(mark)
    }
  }

  const askAround = async (): Promise<number> => {
    if (!owned) return ASK_EVERY
    await ask({ db, settle, upstream, atWork, now: () => clock.now() })
    return (await refuseSuspended()) ? 0 : ASK_EVERY
  }

  return {
    upstream: upstream.code,
    offer(messages) {
      if (!owned) return
      hold(messages)
      arrival.ring()
    },
    isDown: () => failures >= DOWN_AFTER,
    start() {
      loops = Promise.all([repeat(renew, ending), repeat(deliver, arrival), repeat(askAround, ending)])
    },
    async stop() {
      stopped = true
      arrival.ring()
      ending.ring()
      await loops
      await Promise.all(unsettled)
      await leaveLink(db, upstream.code, process).catch(() => undefined)
    },
  }
}
