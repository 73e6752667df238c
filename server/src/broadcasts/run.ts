import { SECOND } from '@hongyan/contract/durations'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { InterruptReason } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { alone, inTransaction, isContention } from '../db/tx.ts'
import { countSends, partsOfMessage, partsOnTheirWay } from '../gateway/broadcast-progress.ts'
import { insertSends } from '../gateway/broadcast-sends.ts'
import type { PriceBook } from '../pipeline/price-book.ts'
import type { QuietHours } from '../pipeline/quiet-rules.ts'
import { type AdmitDeps, admitMembers, type Handled, type Run } from './admit-members.ts'
import { watchCanary } from './canary.ts'
import { withContacts } from './contact-caps.ts'
import { isClosed, isSkipped, type ListMember, openMessage, valuesOf } from './message.ts'
import { moveBroadcast } from './move.ts'
import { openingOf } from './opening.ts'
import {
  advance,
  type ClaimedRow,
  columnsOf,
  dropPostponed,
  leave,
  type Left,
  type ListKey,
  nextOpening,
  openedMembers,
  type Postponed,
  postpone,
  unsentBehind,
} from './run-store.ts'
import type { Move } from './states.ts'
import { inShortTurns } from './short-turns.ts'
import { keyOf, lockBroadcast } from './store.ts'
import { acceptedOf, isBroken, mostAhead, verdictOf } from './verdict.ts'

export interface RunDeps extends AdmitDeps {
  readonly hours: QuietHours
  /** The prices of a version of the price book. */
  readonly bookOf: (version: number) => Promise<PriceBook>
}

/** Milliseconds that one broadcast is worked at before the next has its turn. */
const SLICE = SECOND
/** Milliseconds until a broadcast without room is looked at again. */
const PAUSE = 250
/** Turns without room after which its owner sees that it waits. */
const THROTTLED_AFTER = 8
/** The most members that are read at once. */
const PAGE = 500
/** A page is worth its statements from room for so many parts on, where as many may wait. */
const LEAST_PAGE = 100

/** Thrown where another process has the broadcast meanwhile, or its owner paused it. */
class Lost extends Error {}

/** Gives a claimed broadcast its turn: starts it, or hands over the next of its recipients. */
export async function runTurn(deps: RunDeps, row: ClaimedRow, stopping: AbortSignal): Promise<void> {
  try {
    if (row.status === SendJobStatus.Queued) await move(deps, row, { kind: 'start' })
    else await goOn(deps, row, stopping)
  } catch (error) {
    if (isContention(error)) await leave(alone(deps.pool), row, sending(deps, PAUSE))
    else if (!(error instanceof Lost)) throw error
  }
}

async function goOn(deps: RunDeps, row: ClaimedRow, stopping: AbortSignal): Promise<void> {
  const db = alone(deps.pool)
  if (isBroken(await countSends(db, keyOf(row)), row, row.plan.stop_above)) return interrupt(deps, row, 'breaker')
  if (row.phase === 'canary') {
    const verdict = await watchCanary(deps, row)
    return verdict === 'held' ? interrupt(deps, row, 'canary_hold') : leave(db, row, verdict).then(nothing)
  }
  const run = await open(deps, row)
  if ('closed' in run) return interrupt(deps, row, run.closed)
  const until = performance.now() + SLICE
  const list = { ...keyOf(row), audience: row.audience_id }
  const turn: Turn = { deps, run, list, position: row.position, idle: row.tries }
  for (;;) {
    const left = await handPage(turn)
    if (left === 'further' && performance.now() < until && !stopping.aborted) continue
    if (left === 'finished') return move(deps, row, { kind: 'finish' })
    if (typeof left === 'object' && 'interrupt' in left) return interrupt(deps, row, left.interrupt)
    return leave(db, row, typeof left === 'object' ? left : sending(deps, 0)).then(nothing)
  }
}

const nothing = (): void => undefined

const sending = ({ clock }: RunDeps, wait: number): Left => ({
  phase: 'sending',
  due: new Date(clock.now().getTime() + wait),
})

/** Reads what the messages are made of, as the account is now. */
async function open(deps: RunDeps, row: ClaimedRow): Promise<Run | { readonly closed: InterruptReason }> {
  const message = await openMessage(deps, row.account_id, row.message)
  if (isClosed(message)) return { closed: interruptOf(message.closed) }
  // Another version of the template would be another text at another price than its owner confirmed.
  if (message.template !== null && message.template.version !== row.template_version)
    return { closed: 'template_revoked' }
  const columns = (await columnsOf(alone(deps.pool), row.account_id, row.audience_id)) ?? []
  const book = await deps.bookOf(row.price_book_version)
  return { row, message, valuesIn: valuesOf(message, columns), book }
}

function interruptOf(code: Parameters<typeof verdictOf>[0]): InterruptReason {
  const verdict = verdictOf(code)
  if (verdict === 'wait' || verdict === 'lost') throw new Error(`a message of a broadcast is closed by ${code}`)
  return verdict
}

/** Moves the broadcast while this process has it. */
async function move({ pool, clock }: RunDeps, row: ClaimedRow, step: Exclude<Move, { kind: 'go' }>): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const locked = await lockBroadcast(tx, keyOf(row))
    if (locked?.claim !== row.claim) return
    await moveBroadcast(tx, locked, step, { byOwner: false, now: clock.now() })
  })
}

const interrupt = (deps: RunDeps, row: ClaimedRow, reason: InterruptReason): Promise<void> =>
  move(deps, row, { kind: 'interrupt', reason })

/** A broadcast during a turn. */
interface Turn {
  readonly deps: RunDeps
  readonly run: Run
  readonly list: ListKey
  position: number
  /** Turns in a row without a page. */
  idle: number
}

type AfterPage = 'further' | 'finished' | Left | { readonly interrupt: InterruptReason }

/** Hands over the next members, as many as there is room for. */
async function handPage(turn: Turn): Promise<AfterPage> {
  const { deps, run, list } = turn
  const { row } = run
  const now = deps.clock.now()
  const first = await canaryLeft(turn)
  if (first <= 0) {
    return { ...sending(deps, SECOND), phase: 'canary', canaryUntil: new Date(now.getTime() + limits.canaryWait) }
  }
  const room = await roomOf(turn)
  if (room === 0) return waiting(turn, PAUSE)
  const { speed } = row.plan
  const most = Math.min(PAGE, first, room, speed ?? PAGE)
  const page = await nextPage(turn, now, most)
  if (page.members.length === 0 && page.isEnd) {
    const next = await nextOpening(alone(deps.pool), list)
    return next === null ? 'finished' : { phase: 'waiting', due: next, nextAt: next }
  }
  const handled = await handMembers(turn, page, now)
  const { stop, parts, retryAfter } = handled
  if (stop === 'lost') throw new Lost()
  if (stop === 'wait') return waiting(turn, retryAfter === undefined ? PAUSE : retryAfter * SECOND)
  if (stop !== null) return { interrupt: stop }
  return speed === null ? 'further' : sending(deps, (parts * SECOND) / speed)
}

/** It waits for its own account: its line, or its queue. */
const waiting = ({ deps, idle }: Turn, wait: number): Left => ({
  ...sending(deps, wait),
  ...(idle > THROTTLED_AFTER && { phase: 'throttled' }),
})

/** The recipients that are still to be accepted before the first messages are watched. */
async function canaryLeft({ deps, run: { row }, list }: Turn): Promise<number> {
  if (row.canary_passed || row.plan.canary === 0) return PAGE
  return row.plan.canary - acceptedOf(await countSends(alone(deps.pool), list))
}

/** The members for which there is room before the account's hand-over; 0 where a page would be too small. */
async function roomOf({ deps, run: { message }, list }: Turn): Promise<number> {
  const { rate } = message.known.rules
  const ahead = mostAhead(rate)
  const db = alone(deps.pool)
  const room = ahead - (await partsOnTheirWay(db, list.account, ahead))
  if (room < Math.min(LEAST_PAGE, ahead / 4)) return 0
  return Math.max(1, Math.floor(room / (await partsOfMessage(db, list))))
}

interface Page {
  readonly members: readonly ListMember[]
  /** The postponed ones among them, those that need no message any more too. */
  readonly opened: Awaited<ReturnType<typeof openedMembers>>
  /** The last row of the page, where it is read from the list. */
  readonly last: number
  readonly isEnd: boolean
}

/** Members that waited for their hours go first: these may close again. */
async function nextPage({ deps, list, position }: Turn, now: Date, most: number): Promise<Page> {
  const db = alone(deps.pool)
  const opened = await openedMembers(db, list, now, most)
  if (opened.length > 0) {
    return { members: opened.filter(({ unsent }) => unsent), opened, last: position, isEnd: false }
  }
  const members = await unsentBehind(db, list, position, most)
  return { members, opened, last: members.at(-1)?.row ?? position, isEnd: members.length === 0 }
}

/** Hands over the members whose hours are open, and keeps the others for later. */
function handMembers(turn: Turn, page: Page, now: Date): Promise<Handled> {
  const { deps, run } = turn
  const { message } = run
  const work = (contacts: ReadonlyMap<number, Date>): Promise<Handled> => handOpen(turn, page, contacts, now)
  if (message.scene !== MessageScene.Marketing) return work(new Map())
  return withContacts(deps.pool, message.known, page.members, { hours: deps.hours, now }, work)
}

/** A member that gets no message and was not handed to admission. */
interface Skipped {
  readonly member: ListMember
  readonly code: 'recipient_unreached' | 'quiet_hours'
}

async function handOpen(turn: Turn, page: Page, contacts: ReadonlyMap<number, Date>, now: Date): Promise<Handled> {
  const { deps, run, list } = turn
  const { row, message } = run
  const plan = { hours: deps.hours, scene: message.scene, plan: row.plan }
  const openNow: ListMember[] = []
  const later: Postponed[] = []
  const skipped: Skipped[] = []
  await inShortTurns(page.members, (member) => {
    if (isSkipped(member, message)) {
      skipped.push({ member, code: 'recipient_unreached' })
      return
    }
    const { recipient: to, country, zone } = member
    const opensAt = openingOf(plan, { to, country, zone }, contacts.get(member.row) ?? now)
    if (opensAt === null) skipped.push({ member, code: 'quiet_hours' })
    else if (opensAt > now) later.push({ row: member.row, opensAt })
    else openNow.push(member)
  })
  const handled = await admitMembers(deps, run, openNow)
  if (handled.stop !== null) return handled
  await inTransaction(deps.pool, async (tx) => {
    if (!(await advance(tx, row, page.last, deps.clock.now()))) throw new Lost()
    await dropPostponed(tx, list, page.opened)
    await postpone(tx, list, later)
    const { account, id } = list
    await insertSends(
      tx,
      skipped.map(({ member: { row: nr, country }, code }) => ({
        account,
        id,
        claim: row.claim,
        row: nr,
        message: null,
        country,
        code,
      })),
      now,
    )
  })
  turn.position = page.last
  turn.idle = 0
  return handled
}
