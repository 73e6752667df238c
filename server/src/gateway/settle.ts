import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import type { Pool } from 'pg'
import { isDuplicate, isPassing } from '../db/connect.ts'
import { inFlights, inLastFlight, inOneFlight, isMisfit, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { createCollector } from '../kit/collector.ts'
import { uuidv7 } from '../kit/ids.ts'
import { type Entry, ledger } from '../ledger/ledger.ts'
import { createShared } from './apart.ts'
import { countDelivered } from './daily.ts'
import { insertEvents, insertNewEvents, knownEvents } from './events.ts'
import {
  type GatewayFact,
  type OwnFact,
  type Place,
  type PlacedFact,
  placeOwn,
  placeReceipt,
  type ReceiptFact,
} from './facts.ts'
import { findHandovers, insertHandovers, partsOf } from './handovers.ts'
import { lockMessages, type MessageState, updateMessages } from './messages.ts'
import { type MessageOutcome, outcomeOf, stateAfter } from './outcome.ts'
import { askLater, FIRST_QUERY_SECONDS, removeFromOutbox } from './outbox.ts'
import { parkReceipts } from './parked-receipts.ts'
import { createRecentHandovers } from './recent-handovers.ts'
import { setAside } from './set-aside.ts'

const BATCH_FACTS = 256
/** Facts gather for so many milliseconds: one commit then serves many, and the facts of one message are one write. */
const GATHER_MILLIS = 20
/** Statements that no other account waits for. */
const ALONE = { lockTimeout: 1_000 } as const
/** Milliseconds before facts are written again that could not be, because the database or a row was not available. */
const TRY_AGAIN = 200

export interface SettleDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** Counts a receipt that belongs to no message. */
  readonly orphaned: () => void
  /** Logs a write that failed; unless it is set aside, it is tried again. */
  readonly failed: (error: unknown, setAside: boolean) => void
}

export interface Settle {
  /** Writes facts. Resolves when all are written, parked or set aside: each can be forgotten then. */
  readonly add: (facts: readonly GatewayFact[]) => Promise<void>
  /** Writes a receipt that was parked; false while its hand-over is still unknown. */
  readonly unpark: (receipt: ReceiptFact) => Promise<boolean>
  /** When facts were last written; null before the first. */
  readonly lastWrite: () => Date | null
  readonly drain: () => Promise<void>
}

/** Writes status changes, events, money and the ends of outbox rows, in batches. */
export function createSettle(deps: SettleDeps): Settle {
  const { pool, clock, orphaned, failed } = deps
  const recent = createRecentHandovers()
  let last: Date | null = null
  const canBeOneItems = (error: unknown): boolean => !isPassing(error)

  const facts = createShared<PlacedFact, MessageOutcome | null>({
    gather: GATHER_MILLIS,
    accountOf: ({ account }) => account,
    isOneItems: canBeOneItems,
    choose: chooseAlike,
    work: async (batch, lockTimeout) => {
      const outcomes = await settleBatch(pool, clock.now(), batch, lockTimeout)
      last = clock.now()
      return new Map(batch.map((fact) => [fact, outcomes.get(fact.message) ?? null]))
    },
  })

  const places = createCollector<ReceiptFact, Place | null>({
    gather: 0,
    isOneItems: canBeOneItems,
    choose: (line) => line.splice(0, BATCH_FACTS),
    work: (batch) => placesOf(inFlights(pool, ALONE), batch, clock.now()),
  })

  const parking = createCollector<ReceiptFact, true>({
    gather: 0,
    isOneItems: canBeOneItems,
    choose: (line) => line.splice(0, BATCH_FACTS),
    work: async (batch) => {
      await parkReceipts(inFlights(pool, ALONE), batch)
      return new Map(batch.map((receipt) => [receipt, true]))
    },
  })

  /** Repeats a step while the database or a row is not available. Any other error is the item's own. */
  const persistently = async <T>(step: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (facts.closed || canBeOneItems(error)) throw error
        failed(error, false)
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN))
      }
    }
  }

  /** Writes a fact. Returns the message's row after it; null where that is not known. */
  const write = (fact: PlacedFact): Promise<MessageState | null> =>
    persistently(() => facts.add(fact)).then(
      (outcome) => outcome && stateAfter(outcome),
      async (error: unknown) => {
        if (facts.closed) throw error
        failed(error, true)
        await persistently(() => setAside(pool, fact, error, clock.now()))
        return null
      },
    )

  const writeOwn = async (fact: OwnFact): Promise<void> => {
    if (fact.remoteIds.length === 0) return void (await write(placeOwn(fact)))
    recent.add(fact, null)
    recent.add(fact, await write(placeOwn(fact)))
    return undefined
  }

  const placeOf = async (receipt: ReceiptFact): Promise<Place | null> =>
    recent.take(receipt) ?? (await persistently(() => places.add(receipt)))

  const writeReceipt = async (receipt: ReceiptFact): Promise<void> => {
    try {
      const place = await placeOf(receipt)
      if (place === null) await persistently(() => parking.add(receipt))
      else await write(placeReceipt(receipt, place))
    } catch (error) {
      if (facts.closed) throw error
      // No table keeps such a receipt, so it belongs to no message.
      failed(error, true)
      orphaned()
    }
  }

  return {
    async add(all) {
      await Promise.all(all.map((fact) => (fact.kind === 'receipt' ? writeReceipt(fact) : writeOwn(fact))))
    },
    async unpark(receipt) {
      const place = await placeOf(receipt)
      if (place !== null) await write(placeReceipt(receipt, place))
      return place !== null
    },
    lastWrite: () => last,
    async drain() {
      await places.drain()
      await parking.drain()
      await facts.drain()
    },
  }
}

async function placesOf(db: Tx, receipts: readonly ReceiptFact[], now: Date): Promise<Map<ReceiptFact, Place | null>> {
  const found = await findHandovers(db, receipts, now)
  const byNumber = new Map(found.map((row) => [row.nr, row]))
  return new Map(
    receipts.map((receipt, nr) => {
      const place = byNumber.get(nr)
      return [receipt, place === undefined ? null : { before: null, ...place }]
    }),
  )
}

/** The first facts in line that settle in the same way: those whose message's row is known, or those whose row is not. */
function chooseAlike(line: PlacedFact[]): PlacedFact[] {
  const isKnown = line[0]?.before !== null
  const chosen: PlacedFact[] = []
  const others: PlacedFact[] = []
  for (const fact of line)
    (chosen.length < BATCH_FACTS && (fact.before !== null) === isKnown ? chosen : others).push(fact)
  line.splice(0, line.length, ...others)
  return chosen
}

type Outcomes = ReadonlyMap<string, MessageOutcome>

/**
 * Settles a batch in one transaction, and returns the outcomes by message. Where this process knows the rows of all
 * messages, as it does of those that it handed over itself, one flight does it: the changes are conditional, and the
 * flight fails where a row has changed meanwhile. Only then, and for all other facts, are the messages locked and read.
 */
async function settleBatch(
  pool: Pool,
  now: Date,
  batch: readonly PlacedFact[],
  lockTimeout: number,
): Promise<Outcomes> {
  const byMessage = groupByMessage(batch)
  return (await asExpected(pool, now, byMessage, lockTimeout)) ?? (await underLock(pool, now, byMessage, lockTimeout))
}

type Facts = ReadonlyMap<string, readonly PlacedFact[]>

async function asExpected(pool: Pool, now: Date, facts: Facts, lockTimeout: number): Promise<Outcomes | null> {
  const outcomes = new Map<string, MessageOutcome>()
  for (const [message, [first, ...others]] of facts) {
    const before = first?.before ?? null
    if (first === undefined || before === null || mayRepeat(before)) return null
    outcomes.set(message, outcomeOf(before, [first, ...others], NONE_KNOWN, now))
  }
  try {
    await inOneFlight(pool, { lockTimeout }, (tx) => write(tx, facts, outcomes, insertNewEvents, now))
  } catch (error) {
    if (isMisfit(error) || isDuplicate(error)) return null
    throw error
  }
  return outcomes
}

const NONE_KNOWN: ReadonlySet<string> = new Set()

/** The first event of a message, and of each part of one, cannot be a repeat. */
const mayRepeat = ({ parts, events }: MessageState): boolean => events > 1 || (parts > 1 && events > 0)

async function underLock(pool: Pool, now: Date, facts: Facts, lockTimeout: number): Promise<Outcomes> {
  const keys = [...facts.values()].flatMap(([fact]) => fact ?? [])
  return inLastFlight(
    pool,
    { lockTimeout },
    async (tx) => {
      const messages = await lockMessages(
        tx,
        keys.map(({ account, message }) => ({ account, id: message })),
      )
      return { messages, known: await knownEvents(tx, messages.filter(mayRepeat)) }
    },
    (tx, { messages, known }) => {
      const outcomes = new Map(
        messages.map((message) => [message.id, outcomeOf(message, facts.get(message.id) ?? [], known, now)]),
      )
      return { written: write(tx, facts, outcomes, insertEvents, now), result: outcomes }
    },
  )
}

/** Money follows evidence, in one post and one void entry per account and batch. */
function write(
  tx: Tx,
  facts: Facts,
  byMessage: Outcomes,
  writeEvents: typeof insertEvents,
  now: Date,
): Promise<unknown> {
  const outcomes = [...byMessage.values()]
  const posts = entriesOf(outcomes, 'posted', now)
  const voids = entriesOf(outcomes, 'voided', now)
  const ended = outcomes.filter(({ finished }) => finished)
  const doubtful = outcomes.filter((outcome) => outcome.doubtful)
  const moved = new Set([...posts.keys(), ...voids.keys()])
  return Promise.all([
    insertHandovers(tx, [...facts.values()].flat().flatMap(partsOf), now),
    updateMessages(
      tx,
      outcomes.map(({ changed, money, before }) => {
        const entries = money === 'posted' ? posts : voids
        const settleEntry = money === null ? null : (entries.get(before.account)?.id ?? null)
        return { before, money, settleEntry, ...changed }
      }),
    ),
    writeEvents(
      tx,
      outcomes.flatMap(({ events }) => events),
    ),
    removeFromOutbox(
      tx,
      ended.map(({ before }) => before),
    ),
    askLater(
      tx,
      doubtful
        .filter(({ before, changed }) => before.status !== changed.status)
        .map(({ before }) => ({ ...before, seconds: FIRST_QUERY_SECONDS, queried: 0 })),
    ),
    // One statement locks one balance by itself; those of several accounts are locked in their order.
    moved.size > 1 ? ledger.lock(tx, [...moved]) : null,
    ledger.post(tx, [...posts.values()], now),
    ledger.void(tx, [...voids.values()], now),
    countDelivered(
      tx,
      outcomes.filter(({ arrived }) => arrived).map(({ before }) => before),
    ),
  ])
}

function entriesOf(outcomes: readonly MessageOutcome[], money: 'posted' | 'voided', now: Date): Map<AccountId, Entry> {
  const entries = new Map<AccountId, Entry>()
  for (const outcome of outcomes) {
    if (outcome.money !== money) continue
    const { account, price } = outcome.before
    const before = entries.get(account) ?? { id: uuidv7(now), account, amount: micros(0n), count: 0 }
    entries.set(account, { ...before, amount: micros(before.amount + price), count: before.count + 1 })
  }
  return entries
}

function groupByMessage(facts: readonly PlacedFact[]): Facts {
  const groups = new Map<string, PlacedFact[]>()
  for (const fact of facts) {
    const group = groups.get(fact.message)
    if (group) group.push(fact)
    else groups.set(fact.message, [fact])
  }
  return groups
}
