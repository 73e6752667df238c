import { setImmediate as immediate } from 'node:timers/promises'
import type { BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import type { LastUpstreamReader } from '../gateway/last-upstreams.ts'
import type { RecipientLists } from '../gateway/recipient-lists.ts'
import type { Routes } from '../gateway/routes.ts'
import type { KnownAccount } from '../gateway/rules.ts'
import type { DestinationSchedule } from '../pipeline/destinations.ts'
import { NONE_LISTED } from '../pipeline/listed.ts'
import type { Outcome, PricedRecipient } from '../pipeline/message.ts'
import type { RoutePlanner } from '../pipeline/price.ts'
import type { PriceBook } from '../pipeline/price-book.ts'
import { openPeriod } from '../pipeline/quiet-hours.ts'
import type { QuietHours } from '../pipeline/quiet-rules.ts'
import { checkedAndPriced } from '../pricing/priced.ts'
import { contactedUntil, isCapped } from './contact-caps.ts'
import { draftOf, isSkipped, type ListMember, type OpenMessage, valuesOf } from './message.ts'
import { hasRecipient, type QuotedAudience, readPlaces, readMembers } from './quote-members.ts'
import { add, newTally, type Tally } from './quote-tally.ts'
import { recipientTime, type Times } from './recipient-time.ts'
import { inShortTurns } from './short-turns.ts'

export interface CountDeps {
  readonly pool: Pool
  readonly lists: Pick<RecipientLists, 'read'>
  readonly routes: Pick<Routes, 'planner'>
  readonly last: Pick<LastUpstreamReader, 'read'>
  readonly destinations: DestinationSchedule
  readonly hours: QuietHours
}

/** The message of an estimate, its list and its prices. */
export interface Work {
  readonly audience: QuotedAudience
  readonly message: OpenMessage
  readonly plan: BroadcastPlan
  readonly book: PriceBook
  readonly now: Date
  /** Called with the rows that are done. Ends the count by an exception. */
  readonly progress: (done: number) => Promise<void>
}

/** Rows of one read. */
const PAGE = 2_000
/** Rows that are priced before requests that came meanwhile have their turn: some milliseconds. */
const PRICED_AT_ONCE = 200

const EVERY_SCENE = Object.values(MessageScene)

/**
 * The account as an estimate sees it. A suspended one may still read a price. A scene that it may not send is a fault
 * that comes after those of the values, so it stops no count.
 */
const quoted = ({ rules, ...known }: KnownAccount): KnownAccount => ({
  ...known,
  rules: { ...rules, status: AccountStatus.Ok, scenes: EVERY_SCENE },
})

/**
 * Counts what a message to a list costs, by the same functions as a broadcast sends it. A message that is the same for a
 * whole place is counted by places at once. Throws the Refusal of a message that no recipient may get.
 */
export async function countQuote(deps: CountDeps, work: Work): Promise<Tally> {
  const message = { ...work.message, known: quoted(work.message.known) }
  const counter = counterOf(deps, { ...work, message })
  const places = await equalPlaces(deps, work)
  return places === null
    ? byRow(deps, { ...work, message }, counter)
    : byPlace(deps, { ...work, message }, counter, places)
}

/**
 * The places of a list whose recipients all have the same message at the same time; null where rows of one place differ,
 * so that the list is counted by rows. An account's own numbers are under other rules than their country, and where the
 * law limits how often a recipient gets marketing, each has its own past.
 */
export async function equalPlaces(
  { pool, hours }: Pick<CountDeps, 'pool' | 'hours'>,
  { audience, message }: Pick<Work, 'audience' | 'message'>,
): Promise<readonly Place[] | null> {
  if (!isSameInPlace(message)) return null
  const db = alone(pool)
  if (await hasRecipient(db, audience, message.known.rules.provedNumbers)) return null
  const places = await readPlaces(db, audience)
  const isMarketing = message.scene === MessageScene.Marketing
  return isMarketing && places.some((place) => isCapped(hours, place)) ? null : places
}

type Place = Awaited<ReturnType<typeof readPlaces>>[number]

/** True where all rows of a place have the same message. */
function isSameInPlace(message: OpenMessage): boolean {
  const { known, variables } = message
  return (
    known.rules.routing === null &&
    !known.hasRecipientList &&
    Object.values(variables).every((source) => 'value' in source)
  )
}

interface Counter {
  /** Prices some rows and adds them. */
  readonly count: (tally: Tally, rows: readonly ListMember[], times?: (index: number) => number) => Promise<void>
}

function counterOf(deps: CountDeps, work: Work): Counter {
  const { message, plan, book, now, audience } = work
  const { known, scene } = message
  const valuesIn = valuesOf(message, audience.columns)
  const times: Times = { hours: deps.hours, scene, plan, now }
  // The planner adds up what each channel spends, so it stays the same, and only the recipients of a page change.
  const last = new Map<string, string>()
  const planner: RoutePlanner | null = deps.routes.planner(known.rules, null, book, last)

  const priced = async (rows: readonly ListMember[]): Promise<readonly Outcome<PricedRecipient>[]> => {
    const numbers = rows.map(({ recipient }) => recipient)
    const [listed, links] = await Promise.all([
      known.hasRecipientList ? deps.lists.read(known, numbers) : NONE_LISTED,
      deps.last.read(known, numbers),
    ])
    last.clear()
    for (const [number, link] of links) last.set(number, link)
    if (scene === MessageScene.Marketing) await learnHours(rows)
    const outcomes: Outcome<PricedRecipient>[] = []
    for (let first = 0; first < rows.length; first += PRICED_AT_ONCE) {
      const draft = draftOf(message, rows.slice(first, first + PRICED_AT_ONCE), valuesIn, { listed, now })
      outcomes.push(
        ...checkedAndPriced(known.rules, { destinations: deps.destinations, book }, draft, planner).recipients,
      )
      await immediate()
    }
    return outcomes
  }

  /** Pricing asks for the hours of its rows without a break, and those of a place take a millisecond the first time. */
  const learnHours = (rows: readonly ListMember[]): Promise<void> =>
    inShortTurns(rows, ({ recipient: to, country, zone }) => openPeriod(deps.hours, { to, country, zone }, now, null))

  const contactsOf = (rows: readonly ListMember[]): Promise<ReadonlyMap<number, Date>> =>
    scene === MessageScene.Marketing
      ? contactedUntil(alone(deps.pool), known, rows, { hours: deps.hours, now })
      : Promise.resolve(new Map())

  return {
    async count(tally, rows, timesOf = () => 1) {
      const [outcomes, contacted] = await Promise.all([priced(rows), contactsOf(rows)])
      await inShortTurns(outcomes, (outcome, index) => {
        const member = rows[index]
        if (member === undefined) return
        const free = contacted.get(member.row) ?? null
        const time = ({ to, country }: PricedRecipient) =>
          recipientTime(times, { to, country, zone: member.zone }, free)
        add(tally, { row: member.row, outcome, time, isSkipped: isSkipped(member, message) }, timesOf(index))
      })
    },
  }
}

async function byRow({ pool }: CountDeps, { audience, progress }: Work, { count }: Counter): Promise<Tally> {
  const db = alone(pool)
  const tally = newTally()
  let done = 0
  for (let after = 0; ;) {
    const rows = await readMembers(db, audience, after, PAGE)
    await count(tally, rows)
    done += rows.length
    after = rows.at(-1)?.row ?? after
    if (rows.length < PAGE) return tally
    await progress(done)
  }
}

async function byPlace(deps: CountDeps, work: Work, counter: Counter, places: readonly Place[]): Promise<Tally> {
  const db = alone(deps.pool)
  const tally = newTally()
  await counter.count(tally, places, (index) => places[index]?.recipients ?? 1)
  // The first rows of the places are not the first rows of the list.
  const beginning = newTally()
  await counter.count(beginning, await readMembers(db, work.audience, 0, FIRST_ROWS))
  return { ...tally, previews: beginning.previews }
}

/** Rows at the beginning of a list, among which there are some for previews. */
const FIRST_ROWS = 100
