import { randomUUID } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { inFlights } from '../db/tx.ts'
import { createBell } from '../kit/bell.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import { createPace } from '../kit/pace.ts'
import type { Upstream } from '../providers/upstreams/upstream.ts'
import { createBuffer } from './buffer.ts'
import { type Charge, createCredits } from './credits.ts'
import { ownFact } from './facts.ts'
import { anotherRuns } from '../jobs/loop-runs.ts'
import { LEASE_MILLIS, leaveLink, publishedState, RENEW_EVERY, takeLink } from './link-owner.ts'
import { createLinkHealth, type LinkState } from './link-state.ts'
import { createMarks } from './marks.ts'
import {
  claimSuspended,
  claimWaiting,
  dueMessages,
  type DueMessage,
  laneOf,
  type MarkedMessage,
  moveDue,
  type NewOutboxRow,
  type Reservation,
  type Turn,
  waitingAccounts,
} from './outbox.ts'
import { claimParked, removeParked } from './parked-receipts.ts'
import { query } from './queries.ts'
import type { Settle } from './settle.ts'
import { beginBatch, recoverBuffered } from './submission-batches.ts'
import { createSubmissions } from './submissions.ts'
import { createTurns, type Room } from './turns.ts'

const LANES = [0, 1, 2] as const
/** Milliseconds between two reads of the accounts that wait, per lane: a code leaves within two seconds, whichever process accepted it. */
const POLL_EVERY = [50, 250, 250] as const
const ACCOUNTS_AT_ONCE = 200
const ROWS_AT_ONCE = 500
const IDLE_MILLIS = 50
const QUERY_EVERY = 1_000
const DUE_EVERY = 100
const PARKED_EVERY = 200
const AFTER_A_FAILURE = 200
const LOCK_TIMEOUT = 1_000
/** Milliseconds between two reads while no message is at work and no other process shares the database. */
const IDLE_POLL_EVERY = 1_000
/** Milliseconds for which a message keeps the link busy: a second and a third attempt begin within them. */
const BUSY_MILLIS = 10_000
/** Sorts before every account. */
const FIRST_ACCOUNT = '00000000-0000-0000-0000-000000000000'
/** A reference that no message has. */
const NO_REFERENCE = '0'.repeat(32)

export interface LinkDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly settle: Settle
  readonly upstream: Upstream
  /** Counts a receipt that belongs to no message. */
  readonly orphaned: () => void
  /** Routes a message again for its next attempt. */
  readonly route: (message: DueMessage) => string
  /** Called when messages were moved to the outboxes of the links that `route` chose. */
  readonly moved: () => void
}

/** A message with a place at its link. */
export type PlacedMessage = NewOutboxRow & MarkedMessage

/** One upstream's link. The process that owns it submits; any process may accept messages for it. */
export interface Link {
  readonly upstream: string
  /**
   * Takes a place for a message that is about to be accepted; null where it has to wait in the table. The caller then
   * calls `take`, `returnPlace` or `abandon`.
   */
  readonly reserve: (message: Charge) => Reservation | null
  readonly returnPlace: (message: PlacedMessage) => void
  /** Submits or buffers a message whose row is written. */
  readonly take: (message: PlacedMessage) => void
  /** Returns the place of a message whose row may have been written and may not: it then waits in the table. */
  readonly abandon: (message: PlacedMessage) => void
  /** Says that an account has messages in the table. */
  readonly waits: (message: Charge) => void
  /** Says that the table may have work for the link that `waits` and `submit` do not know. */
  readonly stir: () => void
  readonly state: () => LinkState
  readonly start: () => void
  /** Lets submissions come to their end, then gives the link up. */
  readonly stop: () => Promise<void>
}

export function createLink({ pool, clock, log, settle, upstream, orphaned, route, moved }: LinkDeps): Link {
  const db = inFlights(pool, { lockTimeout: LOCK_TIMEOUT })
  const process = randomUUID()
  const marks = createMarks()
  /** Of messages that are accepted with a mark. */
  const marked: Reservation = { mark: marks.next(), buffered: false }
  const credits = createCredits(upstream)
  const turns = createTurns()
  const buffer = createBuffer()
  /** The mark of buffered messages. A process that lost the link begins a new buffer, so that none of the old is submitted. */
  let bufferMark = marks.next()
  /** Accounts with messages in the table, per lane. */
  const inTable = LANES.map(() => new Set<AccountId>())
  /** Batches of buffered messages whose results are all written. */
  const endedBatches: string[] = []
  const health = createLinkHealth(Math.random)
  const work = createBell()
  const ending = createBell()
  let leaseUntil = 0
  let isShared = false
  let published: LinkState = 'up'
  let stopped = false
  let ringing = false
  /** An unknown outcome was written since the last query, perhaps after the query with which the link came up. */
  let doubts = false
  let loops: Promise<unknown> = Promise.resolve()

  const owns = (): boolean => performance.now() < leaseUntil

  const polling = createPace(IDLE_POLL_EVERY, () => isShared)
  const stir = (): void => polling.stir(BUSY_MILLIS)

  /** Wakes the claims once for all credits that return together. */
  const wake = (): void => {
    if (ringing) return
    ringing = true
    setImmediate(() => {
      ringing = false
      work.ring()
    })
  }

  const giveCredit = ({ account }: { readonly account: AccountId }): void => {
    credits.give(account)
    wake()
  }

  const waitsInTable = (lane: number, account: AccountId, rate: number): void => {
    inTable[lane]?.add(account)
    if (!turns.has(lane, account)) turns.add(lane, account, rate)
    stir()
  }

  const room: Room = {
    ofLane: (lane) => credits.room(lane, performance.now()),
    ofAccount: (account, rate, lane) => credits.allowance(account, rate, lane, performance.now()),
  }

  const submissions = createSubmissions({
    pool,
    clock,
    log,
    settle,
    upstream,
    health,
    owns,
    ended: giveCredit,
    doubted: () => void (doubts = true),
    waits: ({ scene, account, rate }) => waitsInTable(laneOf(scene), account, rate),
  })

  /** Runs a claim under a mark of its own. Where its result is lost, its messages are returned to those that wait. */
  const claimed = async <Row>(run: (mark: string) => Promise<readonly Row[]>): Promise<readonly Row[]> => {
    const mark = marks.next()
    try {
      return await run(mark)
    } catch (error) {
      submissions.undo(mark)
      stir()
      throw error
    }
  }

  /** Claims messages of the table for these turns and submits them. */
  const submitWaiting = async (next: readonly Turn[]): Promise<readonly Promise<boolean>[]> => {
    if (next.length === 0) return []
    const messages = await claimed((mark) => claimWaiting(db, { upstream: upstream.code, process, mark }, next))
    if (messages.length > 0) stir()
    const counts = new Map<string, number>()
    for (const message of messages) {
      const lane = laneOf(message.scene)
      credits.book({ lane, ...message }, performance.now())
      const key = `${lane} ${message.account}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const { lane, account, most } of next) {
      if ((counts.get(`${lane} ${account}`) ?? 0) < most) inTable[lane]?.delete(account)
    }
    return submissions.submit(messages)
  }

  /** Submits messages of the buffer that have a credit each, after their batch is written. */
  const submitBuffered = async (messages: readonly MarkedMessage[]): Promise<readonly Promise<boolean>[]> => {
    if (messages.length === 0) return []
    const id = marks.next()
    const bufferedBy = bufferMark
    const ended = endedBatches.splice(0)
    const batch = { upstream: upstream.code, process, id, bufferedBy, messages, ended }
    const { begun, suspended } = await beginBatch(db, batch).catch((error: unknown) => {
      endedBatches.push(id, ...ended)
      submissions.abandon(messages, giveCredit)
      throw error
    })
    // The process may have lost the link meanwhile, and another one may have found the messages.
    if (begun && bufferedBy === bufferMark && owns()) {
      const results = submissions.submit(messages)
      void Promise.all(results).then((written) => written.every(Boolean) && endedBatches.push(id))
      return results
    }
    endedBatches.push(id)
    const refused = suspended.length === 0 ? messages : messages.filter(({ account }) => suspended.includes(account))
    submissions.abandon(refused, giveCredit)
    return submitBuffered(messages.filter((message) => !refused.includes(message)))
  }

  /** Submits messages for the next turns, of the buffer first and then of the table. */
  const claim = async (most: Room): Promise<readonly Promise<boolean>[]> => {
    const next = turns.next(most)
    const buffered: MarkedMessage[] = []
    const waiting: Turn[] = []
    for (const turn of next) {
      const taken = buffer.take(turn)
      buffered.push(...taken)
      const left = turn.most - taken.length
      if (left > 0 && inTable[turn.lane]?.has(turn.account) === true) waiting.push({ ...turn, most: left })
    }
    for (const message of buffered) credits.book({ lane: laneOf(message.scene), ...message }, performance.now())
    const submitted = await Promise.all([submitBuffered(buffered), submitWaiting(waiting)])
    for (const { lane, account } of next) {
      if (!buffer.has(lane, account) && inTable[lane]?.has(account) !== true) turns.remove(lane, account)
    }
    return submitted.flat()
  }

  /** Returns all buffered messages to the table: those of a process that lost the link, or that ends. */
  const leaveBuffer = (): void => {
    bufferMark = marks.next()
    submissions.abandon(buffer.empty(), () => undefined)
  }

  const deliver = async (): Promise<number> => {
    if (!owns()) return IDLE_MILLIS
    if (health.state() !== 'up') return probe()
    return (await claim(room)).length > 0 ? 0 : IDLE_MILLIS
  }

  /** Queries the upstream, which also finds what is in doubt, and then submits a single message. */
  const probe = async (): Promise<number> => {
    const pause = health.pause(performance.now())
    if (pause > 0) return pause
    const answer = await query(queries, true)
    const silent = answer === 'nothing in doubt' ? await isSilent(upstream) : answer === 'silent'
    if (silent) {
      health.unreachable(performance.now())
      return IDLE_MILLIS
    }
    const one: Room = { ...room, ofLane: (lane) => Math.min(1, room.ofLane(lane)) }
    const probes = await claim(one)
    await Promise.all(probes)
    if (probes.length === 0 && turns.isEmpty()) health.reached()
    return 0
  }

  const queries = { db, settle, upstream, marks, now: () => clock.now() }
  const suspended = new Set<AccountId>()
  const cursors: string[] = LANES.map(() => FIRST_ACCOUNT)

  /** Finds accounts with messages in the table, also those that other processes accepted, a page at a time. */
  const look = async (lane: (typeof LANES)[number]): Promise<number> => {
    if (!owns()) return IDLE_MILLIS
    const page = await waitingAccounts(db, upstream.code, lane, cursors[lane] ?? FIRST_ACCOUNT, ACCOUNTS_AT_ONCE)
    for (const { account, rate, suspended: refused } of page) {
      if (refused) suspended.add(account)
      else waitsInTable(lane, account, rate)
    }
    cursors[lane] = (page.length === ACCOUNTS_AT_ONCE ? page.at(-1)?.account : undefined) ?? FIRST_ACCOUNT
    if (page.length > 0) {
      stir()
      wake()
    }
    return POLL_EVERY[lane]
  }

  /** Messages of a suspended account that wait are refused, free (ruling 35). */
  const refuseSuspended = async (): Promise<void> => {
    const accounts = [...suspended].slice(0, ACCOUNTS_AT_ONCE)
    if (accounts.length === 0) return
    const rows = await claimed((mark) => claimSuspended(db, { upstream: upstream.code, mark }, accounts, ROWS_AT_ONCE))
    await settle.add(
      rows.map((row) => ({ ...ownFact(upstream.code, row, MessageStatus.Rejected), error: 'account_suspended' })),
    )
    for (const account of accounts) suspended.delete(account)
  }

  const queryDoubts = async (): Promise<void> => {
    const early = doubts
    doubts = false
    const answer = await query(queries, early).catch((error: unknown) => {
      doubts ||= early
      throw error
    })
    if (answer === 'silent') doubts ||= early
  }

  /** Finds the messages that a process kept in its buffer before it ended or lost the link. */
  const recoverOthers = async (): Promise<void> => {
    const recovery = { upstream: upstream.code, process, own: marks, limit: ROWS_AT_ONCE }
    for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE && !stopped;) {
      found = await recoverBuffered(db, recovery)
      if (found > 0) stir()
    }
  }

  const queryDue = async (): Promise<number> => {
    if (!owns()) return QUERY_EVERY
    await recoverOthers()
    await refuseSuspended()
    if (health.state() === 'up') await queryDoubts()
    return QUERY_EVERY
  }

  /** Returns deferred messages whose time has come, each to the upstream that routing now chooses. */
  const returnDue = async (): Promise<number> => {
    if (!owns()) return IDLE_MILLIS
    const due = await dueMessages(db, upstream.code, ROWS_AT_ONCE)
    await moveDue(
      db,
      due.map((message) => ({ upstream: route(message), ...message })),
    )
    if (due.length > 0) moved()
    return due.length === ROWS_AT_ONCE ? 0 : DUE_EVERY
  }

  /** Looks for the hand-overs of parked receipts. */
  const placeParked = async (): Promise<number> => {
    if (!owns()) return PARKED_EVERY
    const receipts = await claimParked(db, upstream.code)
    if (receipts.length > 0) stir()
    const placed = await Promise.all(receipts.map((receipt) => settle.unpark({ kind: 'receipt', ...receipt })))
    const orphans = receipts.filter(({ old }, at) => old && placed[at] === false)
    await removeParked(db, [...receipts.filter((_, at) => placed[at] === true), ...orphans])
    for (const _ of orphans) orphaned()
    return receipts.length === ROWS_AT_ONCE ? 0 : PARKED_EVERY
  }

  const renew = async (): Promise<number> => {
    const begun = performance.now()
    const state = health.state()
    const taken = await takeLink(db, upstream.code, process, state).catch(() => false)
    if (!owns()) leaveBuffer()
    if (taken) {
      const isNew = !owns()
      leaseUntil = begun + LEASE_MILLIS
      published = state
      isShared = await anotherRuns(db).catch(() => isShared)
      if (isNew) polling.wake()
    } else if (!owns()) published = await publishedState(db, upstream.code).catch(() => published)
    return RENEW_EVERY
  }

  /** Repeats a step until the stop; a step that fails is logged and tried again. */
  const repeat = async (step: () => Promise<number>, pauseFor = ending.wait): Promise<void> => {
    while (!stopped) {
      const pause = await step().catch((error: unknown) => {
        log.warn({ err: error, upstream: upstream.code }, 'a step of the link failed and will be tried again')
        return AFTER_A_FAILURE
      })
      if (pause > 0 && !stopped) await pauseFor(pause)
    }
  }

  const returnPlace = (message: PlacedMessage): void => {
    if (message.buffered) buffer.giveBack(message.account)
    else giveCredit(message)
  }

  return {
    upstream: upstream.code,
    reserve(message) {
      const { lane, account } = message
      if (!owns() || stopped || health.state() !== 'up') return null
      if (!turns.has(lane, account) && credits.take(message, performance.now())) return marked
      if (inTable[lane]?.has(account) === true || !buffer.reserve(message)) return null
      return { mark: bufferMark, buffered: true }
    },
    returnPlace,
    take(message) {
      stir()
      if (!message.buffered) void submissions.submit([message])
      else if (message.mark === bufferMark && !stopped) {
        buffer.add(message)
        const lane = laneOf(message.scene)
        if (!turns.has(lane, message.account)) turns.add(lane, message.account, message.rate)
        wake()
      } else submissions.abandon([message], () => returnPlace(message))
    },
    abandon: (message) => submissions.abandon([message], () => returnPlace(message)),
    waits({ lane, account, rate }) {
      if (!owns()) return
      waitsInTable(lane, account, rate)
      wake()
    },
    stir,
    state: () => (owns() ? health.state() : published),
    start() {
      const seekers = [...LANES.map((lane) => () => look(lane)), returnDue, placeParked]
      const others = [renew, queryDue].map((step) => repeat(step))
      loops = Promise.all([
        repeat(deliver, work.wait),
        ...others,
        ...seekers.map((step) => repeat(step, polling.pause)),
      ])
    },
    async stop() {
      stopped = true
      work.ring()
      ending.ring()
      polling.wake()
      await loops
      leaveBuffer()
      await submissions.drain()
      await leaveLink(db, upstream.code, process).catch(() => undefined)
    },
  }
}

/** Whether an upstream does not even answer a query for a message that does not exist. */
const isSilent = (upstream: Upstream): Promise<boolean> =>
  upstream.find([NO_REFERENCE]).then(
    () => false,
    () => true,
  )
