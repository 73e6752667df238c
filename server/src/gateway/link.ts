import { randomUUID } from 'node:crypto'
import type { AccountId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { inFlights, inTransaction, type Tx } from '../db/tx.ts'
import { createBell } from '../kit/bell.ts'
import type { Clock } from '../kit/clock.ts'
import { FIRST_ID } from '../kit/ids.ts'
import type { Logger } from '../kit/logger.ts'
import { createPace } from '../kit/pace.ts'
import type { Submitted, Upstream } from '../providers/upstreams/upstream.ts'
import type { FindWithdrawn } from './withdrawn.ts'
import { createBreaker } from './breaker.ts'
import { createBuffer } from './buffer.ts'
import { endWaiting } from './cancel.ts'
import { type AccountRates, type Charge, chargeOf, createCredits } from './credits.ts'
import { ownFact } from './facts.ts'
import { anotherRuns } from '../jobs/loop-runs.ts'
import { LEASE_MILLIS, leaveLink, publishedState, RENEW_EVERY, takeLink } from './link-owner.ts'
import { createLinkHealth, type LinkState, takesMessages } from './link-state.ts'
import { createMarks } from './marks.ts'
import {
  claimExpired,
  claimSuspended,
  claimWaiting,
  dueMessages,
  type DueMessage,
  laneOf,
  type MarkedMessage,
  type Move,
  moveDue,
  moveWaiting,
  type NewOutboxRow,
  type Reservation,
  type Turn,
  waitingAccounts,
  waitingRouted,
} from './outbox.ts'
import { claimParked, removeParked } from './parked-receipts.ts'
import { query } from './queries.ts'
import { recordMoves } from './moves.ts'
import type { Reroutable, Reroute, Rerouted } from './reroute.ts'
import type { Settle } from './settle.ts'
import { beginBatch, forgetCancelled, recoverBuffered } from './submission-batches.ts'
import { createSubmissions } from './submissions.ts'
import { createTurns, type Room } from './turns.ts'

const LANES = [0, 1, 2] as const
/**
 * Milliseconds between two reads of the accounts with messages in the table, by lane. Those with verification codes are
 * read most often: a code leaves within two seconds, whichever process accepted it.
 */
const POLL_EVERY = [50, 250, 250] as const
const ACCOUNTS_AT_ONCE = 200
const ROWS_AT_ONCE = 500
const IDLE_MILLIS = 50
const QUERY_EVERY = 1_000
const DUE_EVERY = 100
const PARKED_EVERY = 200
const RETRY_MILLIS = 200
const LOCK_TIMEOUT = 1_000
/** Milliseconds between two looks for messages that a link does not carry. */
const REROUTE_EVERY = 500
/** Milliseconds between two reads while no message is at work and no other process shares the database. */
const IDLE_POLL_EVERY = 2_000
/** The same for a managed channel, of which there may be many: the gateway stirs its link when messages wait for it. */
const IDLE_CHANNEL_EVERY = 5_000
/** Milliseconds for which reads stay frequent after a message: its second and third attempts begin within them. */
const BUSY_MILLIS = 10_000
/** The states of a link that is up otherwise. */
const BY_BREAKER = { closed: 'up', half_open: 'half_open', open: 'degraded' } as const
/** Sorts before every account. */
const BEFORE_ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000'
/** A reference that no message has. */
const NO_REFERENCE = '0'.repeat(32)

export interface LinkDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Logger
  readonly settle: Settle
  readonly upstream: Upstream
  /** False in a process that never takes the link: it only reads the state that the owner publishes. */
  readonly drives: boolean
  /** Counts a receipt that belongs to no message. */
  readonly orphaned: () => void
  readonly reroute: Reroute
  readonly findWithdrawn: FindWithdrawn
  /** Of all links of this process. */
  readonly rates: AccountRates
  /** Called when messages were moved to the outboxes of other links. */
  readonly moved: () => void
  /** Null for the product's own channel, which has neither a breaker nor a state that its owner chose. */
  readonly channel: LinkChannel | null
}

/** A managed channel, as its link sees it. */
export interface LinkChannel {
  /** False where it takes no messages: its owner paused it, or its credentials were rejected. */
  readonly isOpen: boolean
  /** Milliseconds for which its breaker is open at first. */
  readonly breakerPause: number
  /** Called with each result of a submission, and the milliseconds that it took. */
  readonly concluded: (message: MarkedMessage, submitted: Submitted, latency: number) => void
}

/** A message for which its link reserved a credit, or room in the buffer. */
export type ReservedMessage = NewOutboxRow & MarkedMessage

/** The link to one upstream. Any process accepts messages for it; only the process that owns the link submits them. */
export interface Link {
  readonly upstream: string
  /**
   * Reserves a credit, or room in the buffer, for a message that is about to be accepted; null where the message has to
   * wait in the table. The caller then calls `take`, `cancelReservation` or `abandon`.
   */
  readonly reserve: (message: Charge) => Reservation | null
  /** Ends the reservation of a message whose row was not written. */
  readonly cancelReservation: (message: ReservedMessage) => void
  /** Submits or buffers a message whose row is written. */
  readonly take: (message: ReservedMessage) => void
  /** Ends the reservation of a message whose row may or may not be written. A written row then waits in the table. */
  readonly abandon: (message: ReservedMessage) => void
  /** Notes that an account has messages in the table. */
  readonly waits: (message: Charge) => void
  /** Makes the link read the table often for a while: the table may contain work that the link does not know of yet. */
  readonly stir: () => void
  readonly state: () => LinkState
  readonly start: () => void
  /** Waits for the results of all submissions, then ends the lease of the link. */
  readonly stop: () => Promise<void>
}

export function createLink({
  pool,
  clock,
  log,
  settle,
  upstream,
  drives,
  orphaned,
  reroute,
  findWithdrawn,
  rates,
  moved,
  channel,
}: LinkDeps): Link {
  const db = inFlights(pool, { lockTimeout: LOCK_TIMEOUT })
  const process = randomUUID()
  const marks = createMarks()
  /**
   * The reservation of messages that are submitted as soon as they are accepted. They share a mark: no claim has it.
   */
  const directReservation: Reservation = { mark: marks.next(), buffered: false }
  const credits = createCredits(upstream, rates)
  const turns = createTurns()
  const buffer = createBuffer()
  /**
   * The id of the current buffer, written to the rows of its messages. A process that lost the link begins a new one,
   * so that it submits no message of the old one.
   */
  let bufferMark = marks.next()
  /** Accounts with messages in the table, per lane. */
  const inTable = LANES.map(() => new Set<AccountId>())
  /** Batches of buffered messages whose results are all written. */
  const endedBatches: string[] = []
  const health = createLinkHealth(Math.random)
  const breaker = createBreaker(channel?.breakerPause)
  const work = createBell()
  const ending = createBell()
  let leaseUntil = 0
  let isShared = false
  let published: LinkState = 'up'
  let stopped = false
  let ringing = false
  /**
   * True where an unknown outcome was written since the last query: the probe that brought the link up may have missed
   * it.
   */
  let hasNewDoubts = false
  let loops: Promise<unknown> = Promise.resolve()

  const owns = (): boolean => performance.now() < leaseUntil

  const polling = channel === null ? createPace(IDLE_POLL_EVERY, () => isShared) : createPace(IDLE_CHANNEL_EVERY)
  const stir = (): void => polling.stir(BUSY_MILLIS)

  /** Wakes `deliver` once for all credits that are given back in one turn of the event loop. */
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
    turns.add(lane, account, rate)
    stir()
  }

  const room: Room = {
    ofLane: (lane) => credits.room(lane, performance.now()),
    ofAccount: (account, rate, lane) => credits.allowance(account, rate, lane, performance.now()),
  }

  /** Room for the one message whose result shows that the link works. */
  const one: Room = { ...room, ofLane: (lane) => Math.min(1, room.ofLane(lane)) }

  const submissions = createSubmissions({
    pool,
    clock,
    log,
    settle,
    upstream,
    health,
    owns,
    ended: giveCredit,
    doubted: () => void (hasNewDoubts = true),
    waits: ({ scene, account, rate }) => waitsInTable(laneOf(scene), account, rate),
    concluded(message, submitted, latency) {
      if (channel === null) return
      breaker.count(isChannelError(submitted), performance.now())
      channel.concluded(message, submitted, latency)
    },
  })

  const isHeld = channel !== null && !channel.isOpen
  const state = (): LinkState => {
    const current = health.state()
    return current === 'up' && channel !== null ? BY_BREAKER[breaker.state(performance.now())] : current
  }

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
      const charge = chargeOf(message)
      credits.book(charge, performance.now())
      const key = `${charge.lane} ${charge.account}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const { lane, account, most } of next) {
      if ((counts.get(`${lane} ${account}`) ?? 0) < most) inTable[lane]?.delete(account)
    }
    return submissions.submit(messages)
  }

  /** Writes the batch that names these buffered messages, each of which has a credit, and then submits them. */
  const submitBuffered = async (messages: readonly MarkedMessage[]): Promise<readonly Promise<boolean>[]> => {
    if (messages.length === 0) return []
    const id = marks.next()
    const bufferedBy = bufferMark
    const ended = endedBatches.splice(0)
    const batch = { upstream: upstream.code, process, id, bufferedBy, messages, ended }
    const { begun, suspended, cancelled } = await beginBatch(db, batch).catch((error: unknown) => {
      endedBatches.push(id, ...ended)
      submissions.abandon(messages, giveCredit)
      throw error
    })
    // Another process may have taken the link over meanwhile, and recovered the messages.
    if (begun && bufferedBy === bufferMark && owns()) {
      const results = submissions.submit(messages)
      void Promise.all(results).then((written) => written.every(Boolean) && endedBatches.push(id))
      return results
    }
    endedBatches.push(id)
    const isOut = ({ account, id: message }: MarkedMessage) =>
      suspended.includes(account) || cancelled.includes(message)
    const out = suspended.length + cancelled.length === 0 ? messages : messages.filter(isOut)
    submissions.abandon(out, giveCredit)
    // An id that stays there names no message any more.
    await forgetCancelled(db, upstream.code, cancelled).catch(() => undefined)
    return submitBuffered(messages.filter((message) => !out.includes(message)))
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
    for (const message of buffered) credits.book(chargeOf(message), performance.now())
    const submitted = await Promise.all([submitBuffered(buffered), submitWaiting(waiting)])
    for (const { lane, account } of next) {
      if (!buffer.has(lane, account) && inTable[lane]?.has(account) !== true) turns.remove(lane, account)
    }
    return submitted.flat()
  }

  /**
   * Begins a new buffer and returns the messages of the old one to the table: the process has lost the link or stops, or
   * the link does not carry messages.
   */
  const replaceBuffer = (): void => {
    bufferMark = marks.next()
    submissions.abandon(buffer.empty(), () => undefined)
  }

  const deliver = async (): Promise<number> => {
    if (!owns() || isHeld) return IDLE_MILLIS
    if (health.state() !== 'up') return probe()
    const now = performance.now()
    const current = channel === null ? 'closed' : breaker.state(now)
    if (current === 'open') return Math.min(IDLE_MILLIS, breaker.pause(now))
    const submitted = await claim(current === 'closed' ? room : one)
    if (current === 'half_open') await Promise.all(submitted)
    return submitted.length > 0 ? 0 : IDLE_MILLIS
  }

  /**
   * Queries the upstream for the messages in doubt. If it responds, submits one message, whose result shows that the
   * link works.
   */
  const probe = async (): Promise<number> => {
    const pause = health.pause(performance.now())
    if (pause > 0) return pause
    const answer = await query(queries, true)
    const silent = answer === 'nothing in doubt' ? await isSilent(upstream) : answer === 'silent'
    if (silent) {
      health.unreachable(performance.now())
      return IDLE_MILLIS
    }
    const probes = await claim(one)
    await Promise.all(probes)
    if (probes.length === 0 && turns.isEmpty()) health.reached()
    return 0
  }

  const queries = { db, settle, upstream, marks, now: () => clock.now() }
  const suspended = new Set<AccountId>()
  const cursors: string[] = LANES.map(() => BEFORE_ALL_ACCOUNTS)

  /** Reads the next page of the accounts with messages in the table, whichever process accepted the messages. */
  const readWaitingAccounts = async (lane: (typeof LANES)[number]): Promise<number> => {
    if (!owns()) return IDLE_MILLIS
    const page = await waitingAccounts(db, upstream.code, lane, cursors[lane] ?? BEFORE_ALL_ACCOUNTS, ACCOUNTS_AT_ONCE)
    for (const { account, rate, suspended: refused } of page) {
      if (refused) suspended.add(account)
      else waitsInTable(lane, account, rate)
    }
    cursors[lane] = (page.length === ACCOUNTS_AT_ONCE ? page.at(-1)?.account : undefined) ?? BEFORE_ALL_ACCOUNTS
    if (page.length > 0) {
      stir()
      wake()
    }
    return POLL_EVERY[lane]
  }

  /** Rejects the waiting messages of suspended accounts, free of charge (ruling 35). */
  const refuseSuspended = async (): Promise<void> => {
    const accounts = [...suspended].slice(0, ACCOUNTS_AT_ONCE)
    if (accounts.length === 0) return
    const rows = await claimed((mark) => claimSuspended(db, { upstream: upstream.code, mark }, accounts, ROWS_AT_ONCE))
    await settle.addAll(
      rows.map((row) => ({ ...ownFact(upstream.code, row, MessageStatus.Rejected), error: 'account_suspended' })),
    )
    for (const account of accounts) suspended.delete(account)
  }

  /** Ends waiting messages whose validity has ended, also while the link hands none over. */
  const endExpired = async (): Promise<void> => {
    for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE && !stopped;) {
      const rows = await claimed((mark) =>
        claimExpired(db, { upstream: upstream.code, mark }, clock.now(), ROWS_AT_ONCE),
      )
      await settle.addAll(
        rows.map((row) => ({ ...ownFact(upstream.code, row, MessageStatus.Expired), error: 'expired' })),
      )
      found = rows.length
    }
  }

  const queryDoubts = async (): Promise<void> => {
    const early = hasNewDoubts
    hasNewDoubts = false
    const answer = await query(queries, early).catch((error: unknown) => {
      hasNewDoubts ||= early
      throw error
    })
    if (answer === 'silent') hasNewDoubts ||= early
  }

  /** Recovers the messages that other processes left in their buffers when they ended or lost the link. */
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
    await endExpired()
    if (health.state() === 'up') await queryDoubts()
    return QUERY_EVERY
  }

  /**
   * Moves deferred messages that are due to the outbox, each for the upstream that routing now chooses, and ends those
   * that may no longer go out.
   */
  const returnDue = async (): Promise<number> => {
    if (!owns()) return IDLE_MILLIS
    const found = await dueMessages(db, upstream.code, ROWS_AT_ONCE)
    if (found.length === 0) return DUE_EVERY
    const withdrawn = await findWithdrawn(found)
    const due = found.filter(({ account, id }) => withdrawn.get(account)?.has(id) !== true)
    const routed = await reroute(due.filter(hasRoute))
    const standing = due.filter((message) => !hasRoute(message))
    await move(routed, (tx, moves) => moveDue(tx, [...moves, ...standing]))
    await endWithdrawn(withdrawn)
    return found.length === ROWS_AT_ONCE ? 0 : DUE_EVERY
  }

  /** Ends withdrawn messages by account. One whose balance is locked keeps no other from its end, and is tried again. */
  const endWithdrawn = async (withdrawn: Awaited<ReturnType<typeof findWithdrawn>>): Promise<void> => {
    const failures: unknown[] = []
    for (const [account, errors] of withdrawn)
      await endWaiting(pool, account, errors, clock.now()).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  /** Writes moves and what follows from them, of the messages that were still there to move. */
  const move = async (
    routed: readonly Rerouted[],
    write: (tx: Tx, moves: readonly Move[]) => Promise<ReadonlySet<string>>,
  ): Promise<void> => {
    const moves = routed.map(({ message, upstream: to, route }) => ({
      account: message.account,
      id: message.id,
      upstream: to,
      route,
    }))
    await inTransaction(pool, async (tx) => {
      const moved = await write(tx, moves)
      const away = routed.filter(({ message, upstream: to }) => moved.has(message.id) && to !== message.upstream)
      await recordMoves(tx, away, clock.now())
    })
    moved()
  }

  let cursor = FIRST_ID

  /**
   * Moves waiting messages away from a link that does not carry them, to the channels that their rules name for such a
   * case (screens S1). Those without such a channel wait.
   */
  const moveAway = async (): Promise<number> => {
    if (!owns() || (!isHeld && takesMessages(state()))) return REROUTE_EVERY
    if (!buffer.isEmpty()) {
      replaceBuffer()
      return IDLE_MILLIS
    }
    const waiting = await waitingRouted(db, upstream.code, cursor, ROWS_AT_ONCE)
    cursor = waiting.length === ROWS_AT_ONCE ? (waiting.at(-1)?.id ?? FIRST_ID) : FIRST_ID
    const away = (await reroute(waiting)).filter(({ upstream: to }) => to !== upstream.code)
    if (away.length > 0) await move(away, (tx, moves) => moveWaiting(tx, upstream.code, moves))
    return waiting.length === ROWS_AT_ONCE ? 0 : REROUTE_EVERY
  }

  /** Settles parked receipts whose hand-over is known by now. Counts those without one as orphans after a minute. */
  const settleParked = async (): Promise<number> => {
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
    const current = state()
    const probeMillis = current === 'degraded' ? breaker.pause(begun) : null
    const taken = drives && (await takeLink(db, upstream.code, process, current, probeMillis).catch(() => false))
    if (!owns()) replaceBuffer()
    if (taken) {
      const isNew = !owns()
      const wasShared = isShared
      leaseUntil = begun + LEASE_MILLIS
      published = current
      if (channel === null) isShared = await anotherRuns(db).catch(() => isShared)
      if (isNew || (isShared && !wasShared)) polling.wake()
    } else if (!owns()) published = await publishedState(db, upstream.code).catch(() => published)
    return RENEW_EVERY
  }

  /** Repeats a step until the stop; a step that fails is logged and tried again. */
  const repeat = async (step: () => Promise<number>, pauseFor = ending.wait): Promise<void> => {
    while (!stopped) {
      const pause = await step().catch((error: unknown) => {
        log.warn({ err: error, upstream: upstream.code }, 'a step of the link failed and will be tried again')
        return RETRY_MILLIS
      })
      if (pause > 0 && !stopped) await pauseFor(pause)
    }
  }

  const cancelReservation = (message: ReservedMessage): void => {
    if (message.buffered) buffer.giveBack(message.account)
    else giveCredit(message)
  }

  return {
    upstream: upstream.code,
    reserve(message) {
      const { lane, account } = message
      if (!owns() || stopped || isHeld || health.state() !== 'up') return null
      if (channel !== null && breaker.state(performance.now()) !== 'closed') return null
      if (!turns.has(lane, account) && credits.take(message, performance.now())) return directReservation
      if (inTable[lane]?.has(account) === true || !buffer.reserve(message)) return null
      return { mark: bufferMark, buffered: true }
    },
    cancelReservation,
    take(message) {
      stir()
      if (!message.buffered) void submissions.submit([message])
      else if (message.mark === bufferMark && !stopped) {
        buffer.add(message)
        turns.add(laneOf(message.scene), message.account, message.rate)
        wake()
      } else submissions.abandon([message], () => cancelReservation(message))
    },
    abandon: (message) => submissions.abandon([message], () => cancelReservation(message)),
    waits({ lane, account, rate }) {
      if (!owns()) return
      waitsInTable(lane, account, rate)
      wake()
    },
    stir,
    state: () => (owns() ? state() : published),
    start() {
      if (!drives) {
        loops = repeat(renew)
        return
      }
      const tableReaders = [...LANES.map((lane) => () => readWaitingAccounts(lane)), returnDue, settleParked, moveAway]
      loops = Promise.all([
        repeat(renew),
        repeat(queryDue, polling.pause),
        repeat(deliver, work.wait),
        ...tableReaders.map((step) => repeat(step, polling.pause)),
      ])
    },
    async stop() {
      stopped = true
      work.ring()
      ending.ring()
      polling.wake()
      await loops
      replaceBuffer()
      await submissions.drain()
      await leaveLink(db, upstream.code, process).catch(() => undefined)
    },
  }
}

const hasRoute = (message: DueMessage): message is DueMessage & Reroutable => message.route !== null

/** A result that says something about the channel. A refusal is about the message. */
const isChannelError = ({ kind }: Submitted): boolean => kind !== 'accepted' && kind !== 'refused'

/** True where an upstream does not respond, even to a query for a message that does not exist. */
const isSilent = (upstream: Upstream): Promise<boolean> =>
  upstream.find([NO_REFERENCE]).then(
    () => false,
    () => true,
  )
