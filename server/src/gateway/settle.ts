import type { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { isDataError } from '../db/connect.ts'
import { inTransaction, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { type Entry, ledger } from '../ledger/ledger.ts'
import { createCollector } from './collector.ts'
import { countDelivered } from './daily.ts'
import { insertEvents, knownEvents } from './events.ts'
import { type GatewayFact, type OwnFact, type PlacedFact, placeOwn, type ReceiptFact } from './facts.ts'
import { findHandovers, type HandedOver, insertHandovers } from './handovers.ts'
import { closeBodies, type LockedMessage, lockMessages, updateMessages } from './messages.ts'
import { type MessageOutcome, outcomeOf } from './outcome.ts'
import { removeFromOutbox } from './outbox.ts'

const BATCH_FACTS = 1_000
/** Facts gather for a few milliseconds: one commit then serves many. */
const GATHER_MILLIS = 5
/** Receipts overtake submit replies; one that finds no message waits this long, then counts as an orphan. */
const ORPHAN_AFTER = 60_000
const LOOK_AGAIN = 200

export interface SettleDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** Told of a receipt that belongs to no message. */
  readonly orphaned: () => void
  /** Told of a batch that could not be written; its facts are tried again. */
  readonly failed: (error: unknown) => void
}

export interface Settle {
  /** Writes facts down; resolves when all are committed, or set aside as orphans. */
  readonly add: (facts: readonly GatewayFact[]) => Promise<void>
  readonly drain: () => Promise<void>
}

type Told = 'settled' | 'not yet'

/** Status changes, events, money and outbox deletes, in batches. */
export function createSettle(deps: SettleDeps): Settle {
  const collector = createCollector<GatewayFact, Told>({
    gather: GATHER_MILLIS,
    isOneItems: isDataError,
    choose: (line) => line.splice(0, BATCH_FACTS),
    work: (batch) => settleBatch(deps, batch),
  })

  const addOne = async (fact: GatewayFact): Promise<void> => {
    for (;;) {
      const told = await collector.add(fact).catch((error: unknown) => {
        if (collector.closed) throw error
        deps.failed(error)
        return fact.kind === 'receipt' && isDataError(error) ? 'unkept' : 'failed'
      })
      if (told === 'settled') return
      if (told === 'unkept' || (told === 'not yet' && isOrphan(fact, deps.clock))) return deps.orphaned()
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN))
    }
  }

  return {
    add: async (facts) => {
      await Promise.all(facts.map(addOne))
    },
    drain: () => collector.drain(),
  }
}

const isOrphan = (fact: GatewayFact, clock: Clock): boolean =>
  fact.kind === 'own' || clock.now().getTime() - fact.since >= ORPHAN_AFTER

/** One batch, one transaction. Locks in the house's order: accounts, then messages. */
async function settleBatch(deps: SettleDeps, batch: readonly GatewayFact[]): Promise<Map<GatewayFact, Told>> {
  const now = deps.clock.now()
  return inTransaction(deps.pool, async (tx) => {
    const own = batch.filter((fact): fact is OwnFact => fact.kind === 'own')
    const [, placed] = await Promise.all([insertHandovers(tx, own.flatMap(handedOver), now), place(tx, batch, now)])
    await apply(tx, [...placed.values()], now)
    return new Map(batch.map((fact) => [fact, placed.has(fact) ? 'settled' : 'not yet']))
  })
}

const handedOver = (fact: OwnFact): HandedOver[] =>
  fact.remoteIds.map((remoteId, at) => ({
    upstream: fact.upstream,
    remoteId,
    part: fact.remoteIds.length === 1 ? 0 : at + 1,
    account: fact.account,
    message: fact.id,
    toLast4: fact.toLast4,
  }))

/** Finds the message of every fact; receipts whose message is not known yet are left out. */
async function place(tx: Tx, batch: readonly GatewayFact[], now: Date): Promise<Map<GatewayFact, PlacedFact>> {
  const receipts = batch.filter((fact): fact is ReceiptFact => fact.kind === 'receipt')
  const found = receipts.length === 0 ? [] : await findHandovers(tx, receipts, now)
  const byNumber = new Map(found.map((row) => [row.nr, row]))
  const placed = new Map<GatewayFact, PlacedFact>()
  for (const fact of batch) if (fact.kind === 'own') placed.set(fact, placeOwn(fact))
  receipts.forEach((fact, nr) => {
    const row = byNumber.get(nr)
    if (!row) return
    const { upstream, remoteId, status, error, upstreamCode } = fact
    const { account, message, part } = row
    const common = { account, message, upstream, remoteId, status, error, upstreamCode }
    placed.set(fact, { ...common, part: fact.part === 0 ? part : fact.part, evidence: true, givenUp: false })
  })
  return placed
}

async function apply(tx: Tx, facts: readonly PlacedFact[], now: Date): Promise<void> {
  if (facts.length === 0) return
  const byMessage = groupByMessage(facts)
  const one = [...byMessage.values()].flatMap(([first]) => first ?? [])
  const accounts = one.map(({ account }) => account)
  const [, messages] = await Promise.all([
    ledger.lock(tx, accounts),
    lockMessages(
      tx,
      accounts,
      one.map(({ message }) => message),
    ),
  ])
  const known = await knownEvents(
    tx,
    messages.filter(({ parts, events }) => parts > 1 && events > 0),
  )
  await write(
    tx,
    messages.map((message) => outcomeOf(message, byMessage.get(message.id) ?? [], known, now)),
    now,
  )
}

/** Money follows evidence, in one post and one void entry per account and batch. */
async function write(tx: Tx, outcomes: readonly MessageOutcome[], now: Date): Promise<void> {
  const posts = entriesOf(outcomes, 'posted', now)
  const voids = entriesOf(outcomes, 'voided', now)
  await Promise.all([
    ledger.post(tx, [...posts.values()], now),
    ledger.void(tx, [...voids.values()], now),
    updateMessages(
      tx,
      outcomes.map(({ changed, money, before }) => {
        const entries = money === 'posted' ? posts : voids
        return { ...changed, settleEntry: money === null ? null : (entries.get(before.account)?.id ?? null) }
      }),
    ),
    insertEvents(
      tx,
      outcomes.flatMap(({ events }) => events),
    ),
    countDelivered(
      tx,
      messagesWhere(outcomes, ({ arrived }) => arrived),
    ),
    closeBodies(
      tx,
      messagesWhere(outcomes, ({ before, over }) => isPassing(before) && over),
    ),
    removeFromOutbox(
      tx,
      messagesWhere(outcomes, ({ finished }) => finished),
    ),
  ])
}

/** A body that says a code, or one that is kept for no day at all, is nobody's business after its message. */
const isPassing = ({ scene, retentionDays }: LockedMessage): boolean =>
  scene === MessageScene.Verification || retentionDays === 0

const messagesWhere = (
  outcomes: readonly MessageOutcome[],
  which: (outcome: MessageOutcome) => boolean,
): LockedMessage[] => outcomes.filter(which).map(({ before }) => before)

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

function groupByMessage(facts: readonly PlacedFact[]): Map<string, PlacedFact[]> {
  const groups = new Map<string, PlacedFact[]>()
  for (const fact of facts) {
    const group = groups.get(fact.message)
    if (group) group.push(fact)
    else groups.set(fact.message, [fact])
  }
  return groups
}
