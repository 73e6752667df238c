import { DAY, SECOND } from '@hongyan/contract/durations'
import type { BroadcastMessage, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { ErrorCode } from '@hongyan/contract/errors'
import { type AccountId, type AudienceId, QuoteId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { ZERO } from '@hongyan/contract/money'
import type { Clock } from '../kit/clock.ts'
import { alone, inTransaction, type Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import { Refusal } from '../kit/refusal.ts'
import type { PriceBookCache } from '../pricing/price-book-cache.ts'
import { isClosed, type MessageDeps, missingOf, openMessage, type OpenMessage } from './message.ts'
import { type CountDeps, countQuote, equalPlaces, type Work } from './quote-count.ts'
import { faultOf } from './quote-fault.ts'
import { findQuotedAudience, type QuotedAudience } from './quote-members.ts'
import { contentHashOf, reportOf } from './quote-outcome.ts'
import * as store from './quotes-store.ts'

export interface QuoteDeps extends MessageDeps, CountDeps {
  readonly clock: Clock
  readonly prices: Pick<PriceBookCache, 'inForce'>
  /** False where people cannot opt out by reply yet: in production. */
  readonly marketingOpen: boolean
}

export interface QuoteOrder {
  readonly audience: AudienceId
  readonly message: BroadcastMessage
  readonly plan: BroadcastPlan
}

/** A list of so many rows is counted before the reply comes. */
const COUNTED_AT_ONCE = 2_000
/** An account's accepted share is that of so many days. */
const SHARE_DAYS = 30
/** The fewest messages that a share is taken of. */
const SHARE_FROM = 100
/** Milliseconds between two notes of the progress. */
const NOTED_EVERY = SECOND

/** Thrown where another process has the estimate meanwhile, or a newer one took its place. */
class Lost extends Error {}

/** Begins to count an estimate; a small one is counted when this returns. */
export async function createQuote(deps: QuoteDeps, account: AccountId, order: QuoteOrder): Promise<store.QuoteRow> {
  const { pool, clock } = deps
  const now = clock.now()
  requireMoment(order.plan)
  const audience = await findQuotedAudience(alone(pool), account, order.audience, now)
  if (audience === null) throw new Refusal('not_found')
  if (audience === 'gone') throw new Refusal('audience_expired', { field: 'audience' })
  if (audience === 'unready') throw new Refusal('audience_not_ready', { field: 'audience' })
  const row = await inTransaction(pool, (tx) =>
    store.insertQuote(tx, {
      ...order,
      account,
      id: QuoteId.parse(uuidv7(now)),
      now,
      dueAt: new Date(now.getTime() + store.QUOTE_LEASE),
      expiresAt: new Date(now.getTime() + limits.quoteFor),
    }),
  )
  const opened = await openMessage(deps, account, order.message)
  const isShort = audience.members <= COUNTED_AT_ONCE || isClosed(opened)
  if (isShort || (await equalPlaces(deps, { audience, message: opened })) !== null) {
    await countClaimed(deps, row)
  } else {
    await store.releaseQuote(alone(pool), { account, id: row.id, claim: row.claim }, now)
  }
  return readQuote(deps, account, row.id)
}

/** Refuses a local time that no clock shows. */
export function requireMoment({ time, local }: BroadcastPlan): void {
  if (time !== 'local' || local === null) return
  const moment = new Date(`${local}:00Z`)
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(local)) {
    throw new Refusal('invalid_request', { field: 'plan.local', rule: 'broadcast_time' })
  }
}

export async function readQuote({ pool }: Pick<QuoteDeps, 'pool'>, account: AccountId, id: QuoteId) {
  const row = await store.findQuote(alone(pool), { account, id })
  if (row === null) throw new Refusal('not_found')
  return row
}

/** Counts a claimed estimate to its end. A count that stops on its way is begun again by the process that claims it next. */
export async function countClaimed(
  deps: QuoteDeps,
  row: store.QuoteRow & { readonly claim: string },
  stopping?: AbortSignal,
): Promise<void> {
  const { pool, clock } = deps
  const key = { account: row.account_id, id: row.id, claim: row.claim }
  const audience = await findQuotedAudience(alone(pool), row.account_id, row.audience_id, clock.now())
  if (audience === null || typeof audience === 'string') {
    await store.giveUpQuote(alone(pool), key, 'audience_expired')
    return
  }
  const progress = progressNotes(deps, key, audience, stopping)
  try {
    await store.finishQuote(alone(pool), key, await outcomeOf(deps, row, audience, progress))
  } catch (error) {
    if (!(error instanceof Lost)) throw error
  }
}

function progressNotes(
  { pool, clock }: QuoteDeps,
  key: store.ClaimedQuote,
  { members }: QuotedAudience,
  stopping: AbortSignal | undefined,
): Work['progress'] {
  let noted = performance.now()
  return async (done) => {
    stopping?.throwIfAborted()
    if (performance.now() - noted < NOTED_EVERY) return
    noted = performance.now()
    const percent = Math.min(99, Math.floor((done * 100) / Math.max(1, members)))
    const due = new Date(clock.now().getTime() + store.QUOTE_LEASE)
    if (!(await store.advanceQuote(alone(pool), key, percent, due))) throw new Lost()
  }
}

async function outcomeOf(
  deps: QuoteDeps,
  row: store.QuoteRow,
  audience: QuotedAudience,
  progress: Work['progress'],
): Promise<store.QuoteOutcome> {
  const { version, effectiveFrom, book } = deps.prices.inForce()
  const opened = await openMessage(deps, row.account_id, row.message)
  const common = {
    priceBookVersion: version,
    templateVersion: isClosed(opened) ? null : (opened.template?.version ?? null),
    contentHash: contentHashOf(audience, row.message),
  }
  const priceBook = { version, from: effectiveFrom.toISOString() }
  // A message that no recipient can get needs no count.
  const faulty = (error: ErrorCode, missing: readonly string[] = []): store.QuoteOutcome => ({
    ...common,
    error,
    recipients: 0,
    atMost: ZERO,
    report: { price_book: priceBook, missing: [...missing], ...(!isClosed(opened) && { scene: opened.scene }) },
  })
  if (isClosed(opened)) return faulty(opened.closed)
  const missing = missingOf(opened, audience.columns)
  if (missing.length > 0) return faulty('values_missing', missing)
  // The plan's moments count from when the owner asked, however long the count takes.
  const now = row.created_at
  const { message, plan } = row
  const work = { audience, message: opened, plan, book, now, progress }
  const tally = await countQuote(deps, work).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (tally instanceof Refusal) return faulty(tally.code)
  const { rules } = opened.known
  const { scene } = opened
  const { members } = audience
  const { marketingOpen, hours } = deps
  return {
    ...common,
    error: faultOf({ tally, members, message, plan, scene, rules, now, marketingOpen }),
    recipients: tally.recipients,
    atMost: tally.atMost,
    report: {
      ...reportOf(tally, { plan, scene, hours, rate: rules.rate }),
      price_book: priceBook,
      missing: [],
      accepted_share: await acceptedShare(alone(deps.pool), row.account_id, opened, now),
    },
  }
}

/** The share of an account's messages of a scene that were charged; null without enough of them. */
async function acceptedShare(db: Tx, account: AccountId, { scene }: OpenMessage, now: Date): Promise<number | null> {
  const from = new Date(now.getTime() - SHARE_DAYS * DAY)
  const { settled, charged } = await store.readAccepted(db, account, scene, { from, to: now })
  return settled < SHARE_FROM ? null : charged / settled
}
