import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { type Micros, micros } from '@hongyan/contract/money'
import type { Pool } from 'pg'
import { isDuplicate, isPassing } from '../db/connect.ts'
import { inFlights, inLastFlight, inOneFlight, isMisfit, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { createCollector } from '../kit/collector.ts'
import { createRecent, type Recent } from '../kit/recent.ts'
import { uuidv7 } from '../kit/ids.ts'
import { type Entry, ledger } from '../ledger/ledger.ts'
import { isOpen } from '../pipeline/next.ts'
import { collectChanges } from '../webhooks/collect.ts'
import { createShared } from './apart.ts'
import { countDelivered } from './daily.ts'
import { insertEvents, insertNewEvents, knownEvents } from './events.ts'
import { type GatewayFact, type Place, type PlacedFact, placeOwn, placeReceipt, type ReceiptFact } from './facts.ts'
import { findHandovers, insertHandovers, partsOf } from './handovers.ts'
import { lockMessages, type MessageState, updateMessages } from './messages.ts'
import { type MessageOutcome, outcomeOf, stateAfter } from './outcome.ts'
import { countSendersDelivered } from './sender-days.ts'
import { queryLater, FIRST_QUERY_SECONDS, removeFromOutbox } from './outbox.ts'
import { parkReceipts } from './parked-receipts.ts'
import { createRecentHandovers, RECENT_GENERATION } from './recent-handovers.ts'
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
  /** Writes a fact. Resolves when it is written, parked or set aside: it can be forgotten then. */
  readonly add: (fact: GatewayFact) => Promise<void>
  /** The same for many. */
  readonly addAll: (facts: readonly GatewayFact[]) => Promise<void>
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
  const states: States = createRecent(RECENT_GENERATION)
  let last: Date | null = null
  const canBeOneItems = (error: unknown): boolean => !isPassing(error)

  const facts = createShared<PlacedFact, true>({
    gather: GATHER_MILLIS,
    accountOf: ({ account }) => account,
    isOneItems: canBeOneItems,
    choose: (line) => chooseAlike(line, states),
    work: async (batch, lockTimeout) => {
      await settleBatch({ pool, states, lockTimeout, now: clock.now() }, batch)
      last = clock.now()
      return new Map(batch.map((fact) => [fact, true]))
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

  const write = async (fact: PlacedFact): Promise<void> => {
    try {
      await persistently(() => facts.add(fact))
    } catch (error) {
      if (facts.closed) throw error
      failed(error, true)
      await persistently(() => setAside(pool, fact, error, clock.now()))
    }
  }

  const placeOf = async (receipt: ReceiptFact): Promise<Place | null> =>
    recent.find(receipt) ?? (await persistently(() => places.add(receipt)))

  const writeReceipt = async (receipt: ReceiptFact): Promise<void> => {
    try {
      const place = await placeOf(receipt)
      if (place === null) await persistently(() => parking.add(receipt))
      else await write(placeReceipt(receipt, place, clock.now()))
    } catch (error) {
      if (facts.closed) throw error
      // No table keeps such a receipt, so it belongs to no message.
      failed(error, true)
      orphaned()
    }
  }

  const add = (fact: GatewayFact): Promise<void> => {
    if (fact.kind === 'receipt') return writeReceipt(fact)
    recent.add(fact, clock.now())
    return write(placeOwn(fact))
  }

  return {
    add,
    async addAll(all) {
      await Promise.all(all.map(add))
    },
    async unpark(receipt) {
      const place = await placeOf(receipt)
      if (place !== null) await write(placeReceipt(receipt, place, clock.now()))
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
  return new Map(receipts.map((receipt, nr) => [receipt, byNumber.get(nr) ?? null]))
}

/** The rows of messages as this process wrote them last, for the first receipt of each. */
type States = Recent<MessageId, MessageState>

/** The first facts in line that settle in the same way: those whose message's row is known, or those whose row is not. */
function chooseAlike(line: PlacedFact[], states: States): PlacedFact[] {
  const messages = new Set<MessageId>()
  const isKnown = ({ before, message }: PlacedFact): boolean =>
    before !== null || messages.has(message) || states.get(message) !== undefined
  const [first] = line
  const known = first !== undefined && isKnown(first)
  const chosen: PlacedFact[] = []
  const others: PlacedFact[] = []
  for (const fact of line) {
    if (chosen.length === BATCH_FACTS || isKnown(fact) !== known) others.push(fact)
    else {
      chosen.push(fact)
      if (known) messages.add(fact.message)
    }
  }
  line.splice(0, line.length, ...others)
  return chosen
}

interface SettleBatch {
  readonly pool: Pool
  readonly states: States
  readonly lockTimeout: number
  readonly now: Date
}

type Facts = ReadonlyMap<MessageId, readonly PlacedFact[]>
type Outcomes = ReadonlyMap<MessageId, MessageOutcome>

/**
 * Settles a batch in one transaction. Where this process knows the rows of all messages, as it does of those that it
 * handed over itself, one flight does it: the changes are conditional, and the flight fails where a row has changed
 * meanwhile. Only then, and for all other facts, are the messages locked and read.
 */
async function settleBatch(deps: SettleBatch, batch: readonly PlacedFact[]): Promise<void> {
  const facts = groupByMessage(batch)
  const outcomes = (await asExpected(deps, facts)) ?? (await underLock(deps, facts))
  for (const outcome of outcomes.values()) {
    const after = stateAfter(outcome)
    if (isOpen(after.status) && !mayRepeat(after)) deps.states.set(after.id, after)
  }
}

async function asExpected({ pool, states, lockTimeout, now }: SettleBatch, facts: Facts): Promise<Outcomes | null> {
  const outcomes = new Map<MessageId, MessageOutcome>()
  for (const [message, ofMessage] of facts) {
    const before = ofMessage[0]?.before ?? states.get(message)
    states.delete(message)
    if (before === undefined) return null
    outcomes.set(message, outcomeOf(before, ofMessage, NONE_KNOWN, now))
  }
  try {
    await inOneFlight(pool, { lockTimeout }, (tx) => writeOutcomes(tx, facts, outcomes, insertNewEvents, now))
  } catch (error) {
    if (isMisfit(error) || isDuplicate(error)) return null
    throw error
  }
  return outcomes
}

const NONE_KNOWN: ReadonlySet<string> = new Set()

/** A receipt can repeat one before it. The first one cannot, and neither can the result of a submission. */
const mayRepeat = ({ parts, events }: MessageState): boolean => events > 1 || (parts > 1 && events > 0)

async function underLock({ pool, lockTimeout, now }: SettleBatch, facts: Facts): Promise<Outcomes> {
  const keys = [...facts.values()].flatMap(([fact]) => fact ?? [])
  return inLastFlight(
    pool,
    { lockTimeout },
    async (tx) => {
      const messages = await lockMessages(
        tx,
        keys.map(({ account, message }) => ({ account, id: message })),
      )
      const known = await knownEvents(
        tx,
        messages.filter(({ events }) => events > 0),
      )
      return { messages, known }
    },
    (tx, { messages, known }) => {
      const outcomes = new Map(
        messages.map((message) => [message.id, outcomeOf(message, facts.get(message.id) ?? [], known, now)]),
      )
      return { written: writeOutcomes(tx, facts, outcomes, insertEvents, now), result: outcomes }
    },
  )
}

/** Money follows evidence, in one post and one void entry per account and batch. */
export function writeOutcomes(
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
  const arrived = outcomes.filter((outcome) => outcome.arrived).map(({ before }) => before)
  return Promise.all([
    insertHandovers(tx, [...facts.values()].flat().flatMap(partsOf), now),
    updateMessages(
      tx,
      outcomes.map(({ changed, money, before }) => {
        const entries = money === 'posted' ? posts : voids
        const settleEntry = money === null ? null : (entries.get(before.account)?.id ?? null)
        return { before, changed, money, settleEntry }
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
    queryLater(
      tx,
      doubtful
        .filter(({ before, changed }) => before.status !== changed.status)
        .map(({ before }) => ({ ...before, seconds: FIRST_QUERY_SECONDS, queried: 0 })),
    ),
    // One statement locks one balance by itself; those of several accounts are locked in their order.
    moved.size > 1 ? ledger.lock(tx, [...moved]) : null,
    ledger.post(tx, [...posts.values()], now),
    ledger.void(tx, [...voids.values()], now),
    countDelivered(tx, arrived),
    countSendersDelivered(tx, arrived),
    collectChanges(
      tx,
      outcomes.map(({ before, changed }) => ({
        account: before.account,
        message: before.id,
        previous: before.status,
        status: changed.status,
        partsDelivered: changed.partsDelivered,
        sequence: changed.events,
        error: changed.error,
        upstreamCode: changed.upstreamCode,
      })),
      now,
    ),
  ])
}

function entriesOf(outcomes: readonly MessageOutcome[], money: 'posted' | 'voided', now: Date): Map<AccountId, Entry> {
  const entries = new Map<AccountId, { id: string; account: AccountId; amount: Micros; count: number }>()
  for (const outcome of outcomes) {
    if (outcome.money !== money) continue
    const { account, price } = outcome.before
    const entry = entries.get(account)
    if (entry === undefined) entries.set(account, { id: uuidv7(now), account, amount: price, count: 1 })
    else {
      entry.amount = micros(entry.amount + price)
      entry.count += 1
    }
  }
  return entries
}

function groupByMessage(facts: readonly PlacedFact[]): Facts {
  const groups = new Map<MessageId, PlacedFact[]>()
  for (const fact of facts) {
    const group = groups.get(fact.message)
    if (group) group.push(fact)
    else groups.set(fact.message, [fact])
  }
  return groups
}
