import { sendApi } from '@hongyan/contract/limits/messaging'
import type { Pool } from 'pg'
import type { Admit } from '../gateway/admit.ts'
import type { LastUpstreamReader } from '../gateway/last-upstreams.ts'
import type { RecipientLists } from '../gateway/recipient-lists.ts'
import type { Routes } from '../gateway/routes.ts'
import { submitRouted } from '../gateway/submit-routed.ts'
import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import { claims } from '../pipeline/claims.ts'
import { sentOf } from '../pipeline/decide.ts'
import type { DestinationSchedule } from '../pipeline/destinations.ts'
import type { Priced } from '../pipeline/message.ts'
import type { PriceBook } from '../pipeline/price-book.ts'
import { checkedAndPriced } from '../pricing/priced.ts'
import { draftOf, type ListMember, type MessageDeps, type OpenMessage, type valuesOf } from './message.ts'
import type { ClaimedRow } from './run-store.ts'
import { mayFitInPart, type Verdict, verdictOf } from './verdict.ts'

export interface AdmitDeps extends MessageDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly admit: Pick<Admit, 'submit'>
  readonly routes: Pick<Routes, 'planner' | 'learn'>
  readonly last: Pick<LastUpstreamReader, 'read'>
  readonly lists: Pick<RecipientLists, 'read'>
  readonly destinations: DestinationSchedule
}

/** A broadcast with all that its messages are made of. */
export interface Run {
  readonly row: ClaimedRow
  readonly message: OpenMessage
  readonly valuesIn: ReturnType<typeof valuesOf>
  /** The prices of its estimate. */
  readonly book: PriceBook
}

/** The result of handing over some members. */
export interface Handled {
  /** Parts of the messages that were accepted. */
  readonly parts: number
  /** Why the rest of them was not handed over; null where all were. */
  readonly stop: Verdict | null
  /** Seconds to wait, where the gateway names them. */
  readonly retryAfter?: number
}

const NONE: Handled = { parts: 0, stop: null }

/** Requests of a broadcast that are on their way at once. */
const AT_ONCE = 2

/** Hands members to admission, in requests of a hundred at most. Stops with the first request that is refused. */
export async function admitMembers(deps: AdmitDeps, run: Run, members: readonly ListMember[]): Promise<Handled> {
  let next = 0
  let all = NONE
  const work = async (): Promise<void> => {
    while (next < members.length && all.stop === null) {
      const request = members.slice(next, next + sendApi.recipients)
      next += request.length
      const handled = await admitRequest(deps, run, request)
      all = together(all, handled)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return all
}

const together = (one: Handled, other: Handled): Handled => ({
  ...other,
  ...(one.stop !== null && { stop: one.stop, retryAfter: one.retryAfter }),
  parts: one.parts + other.parts,
})

/** A request that funds or a cap have no room for is tried in halves, so that what is left is used to the last message. */
async function admitRequest(deps: AdmitDeps, run: Run, members: readonly ListMember[]): Promise<Handled> {
  const whole = await admitWhole(deps, run, members)
  if (whole.stop === null || !mayFitInPart(whole.stop) || members.length === 1) return whole
  const half = Math.ceil(members.length / 2)
  const first = await admitRequest(deps, run, members.slice(0, half))
  if (first.stop !== null) return first
  return together(first, await admitRequest(deps, run, members.slice(half)))
}

async function admitWhole(deps: AdmitDeps, run: Run, members: readonly ListMember[]): Promise<Handled> {
  const { row, message } = run
  const { known } = message
  const again = (): Promise<Priced> => pricedNow(deps, run, members)
  try {
    const priced = await again()
    const answer = await submitRouted(deps, known.rules, { priced, again }, (routed) => ({
      ...known,
      credential: null,
      channel: 'sms',
      requestId: uuidv7(deps.clock.now()),
      clientRef: null,
      priced: routed,
      requestClaims: [],
      broadcast: { id: row.id, claim: row.claim, rows: members.map((member) => member.row) },
      ...claims(known.rules, routed, deps.clock.now()),
    }))
    if (answer.kind === 'accepted') {
      return { parts: sentOf(priced.recipients).reduce((sum, { parts }) => sum + parts, 0), stop: null }
    }
    const { code, retryAfter } = answer
    return { parts: 0, stop: verdictOf(code), ...(retryAfter !== undefined && { retryAfter }) }
  } catch (error) {
    if (error instanceof Refusal) return { parts: 0, stop: verdictOf(error.code) }
    throw error
  }
}

/** Checks and prices members as their estimate did, by the account's lists and channels of now. */
async function pricedNow(deps: AdmitDeps, run: Run, members: readonly ListMember[]): Promise<Priced> {
  const { known } = run.message
  const numbers = members.map(({ recipient }) => recipient)
  const [listed, last] = await Promise.all([deps.lists.read(known, numbers), deps.last.read(known, numbers)])
  const draft = draftOf(run.message, members, run.valuesIn, { listed, now: deps.clock.now() })
  const plan = deps.routes.planner(known.rules, null, run.book, last)
  return checkedAndPriced(known.rules, { destinations: deps.destinations, book: run.book }, draft, plan)
}
