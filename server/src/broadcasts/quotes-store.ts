import type { BroadcastMessage, BroadcastPlan, Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, AudienceId, BroadcastId, QuoteId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import type { QuoteState } from '@hongyan/contract/vocabulary/broadcast'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { statement, type Tx } from '../db/tx.ts'
import { IS_CHARGED } from '../gateway/charged.ts'
import { dueRows } from '../jobs/due.ts'
import { MINUTE, SECOND } from '@hongyan/contract/durations'
import { firstIdAt } from '../kit/ids.ts'

/** The figures that a count writes: those of the reply that do not change afterwards. */
export interface QuoteReport extends Pick<
  Quote,
  | 'missing'
  | 'scene'
  | 'left_out'
  | 'parts'
  | 'by_parts'
  | 'unicode'
  | 'unicode_characters'
  | 'longest'
  | 'previews'
  | 'countries'
  | 'accepted_share'
  | 'first_at'
  | 'last_at'
  | 'waiting'
  | 'capped'
  | 'quiet_countries'
  | 'price_book'
> {
  /** The moment at which the broadcast starts, where that is another than now. */
  readonly starts_at: string | null
}

/** An estimate as the table has it. */
export interface QuoteRow {
  readonly account_id: AccountId
  readonly id: QuoteId
  readonly audience_id: AudienceId
  readonly message: BroadcastMessage
  readonly plan: BroadcastPlan
  readonly state: QuoteState
  readonly progress: number
  /** Empty until it is counted. */
  readonly report: Partial<QuoteReport>
  readonly error_code: ErrorCode | null
  readonly recipients: number
  readonly at_most_micros: Micros
  readonly price_book_version: number | null
  readonly template_version: number | null
  readonly content_hash: Buffer | null
  readonly tries: number
  readonly claim: string | null
  readonly created_at: Date
  readonly expires_at: Date
}

export interface QuoteKey {
  readonly account: AccountId
  readonly id: QuoteId
}

export interface ClaimedQuote extends QuoteKey {
  readonly claim: string
}

/** A claim ends by itself after this time without progress: another process then counts from the start. */
export const QUOTE_LEASE = 30 * SECOND

export const waitingQuotes = dueRows<QuoteRow & { readonly claim: string }>({
  table: 'broadcast_quote',
  key: ['account_id', 'id'],
  due: 'due_at',
  since: 'created_at',
  tries: 'tries',
  set: 'claim = gen_random_uuid()',
  backOff: { first: QUOTE_LEASE, factor: 0, most: QUOTE_LEASE },
  batch: 1,
})

/** An older estimate of the same list is of no use to its owner any more. */
const SUPERSEDE = statement(
  'broadcast_quote.supersede',
  `update broadcast_quote set state = 'failed', error_code = 'recipients_changed', due_at = null, claim = null
    where account_id = $1 and audience_id = $2 and state = 'counting'`,
)
const INSERT = statement(
  'broadcast_quote.insert',
  `insert into broadcast_quote (account_id, id, audience_id, message, plan, state, due_at, claim, tries, created_at, expires_at)
   values ($1, $2, $3, $4::jsonb, $5::jsonb, 'counting', $6, gen_random_uuid(), 1, $7, $8) returning *`,
)

export interface NewQuote extends QuoteKey, Pick<QuoteRow, 'message' | 'plan'> {
  readonly audience: AudienceId
  readonly dueAt: Date
  readonly now: Date
  readonly expiresAt: Date
}

/** Adds an estimate that its maker has claimed until `dueAt`. */
export async function insertQuote(tx: Tx, quote: NewQuote): Promise<QuoteRow & { readonly claim: string }> {
  const { account, id, audience, message, plan, dueAt, now, expiresAt } = quote
  await tx.run(SUPERSEDE, [account, audience])
  const values = [account, id, audience, JSON.stringify(message), JSON.stringify(plan), dueAt, now, expiresAt]
  const [row] = await tx.run<QuoteRow & { readonly claim: string }>(INSERT, values)
  if (row === undefined) throw new Error(`the estimate ${id} was not written`)
  return row
}

const RELEASE = statement(
  'broadcast_quote.release',
  `update broadcast_quote set claim = null, tries = 0, due_at = $4 where account_id = $1 and id = $2 and claim = $3`,
)

/** Leaves an estimate to the loop at once. */
export const releaseQuote = (tx: Tx, { account, id, claim }: ClaimedQuote, now: Date): Promise<unknown> =>
  tx.run(RELEASE, [account, id, claim, now])

const FIND = statement('broadcast_quote.find', `select * from broadcast_quote where account_id = $1 and id = $2`)

export async function findQuote(tx: Tx, { account, id }: QuoteKey): Promise<QuoteRow | null> {
  const [row] = await tx.run<QuoteRow>(FIND, [account, id])
  return row ?? null
}

const ADVANCE = statement(
  'broadcast_quote.advance',
  `update broadcast_quote set progress = $4, due_at = $5, tries = 1
    where account_id = $1 and id = $2 and claim = $3 and state = 'counting' returning id`,
)

/** Notes the progress and keeps the claim. False where the estimate is another's or of no use meanwhile. */
export const advanceQuote = async (
  tx: Tx,
  { account, id, claim }: ClaimedQuote,
  progress: number,
  due: Date,
): Promise<boolean> => (await tx.run(ADVANCE, [account, id, claim, progress, due])).length > 0

const FINISH = statement(
  'broadcast_quote.finish',
  `update broadcast_quote set state = 'ready', progress = 100, report = $4::jsonb, error_code = $5, recipients = $6,
     at_most_micros = $7, price_book_version = $8, template_version = $9, content_hash = $10, due_at = null, claim = null
    where account_id = $1 and id = $2 and claim = $3 and state = 'counting' returning *`,
)

/** The outcome of a count. */
export interface QuoteOutcome {
  /** As far as it could be counted. */
  readonly report: Partial<QuoteReport>
  readonly error: ErrorCode | null
  readonly recipients: number
  readonly atMost: Micros
  readonly priceBookVersion: number
  readonly templateVersion: number | null
  readonly contentHash: Buffer
}

export async function finishQuote(tx: Tx, key: ClaimedQuote, outcome: QuoteOutcome): Promise<QuoteRow | null> {
  const { report, error, recipients, atMost, priceBookVersion, templateVersion, contentHash } = outcome
  const [row] = await tx.run<QuoteRow>(FINISH, [
    key.account,
    key.id,
    key.claim,
    JSON.stringify(report),
    error,
    recipients,
    atMost,
    priceBookVersion,
    templateVersion,
    contentHash,
  ])
  return row ?? null
}

const GIVE_UP = statement(
  'broadcast_quote.give_up',
  `update broadcast_quote set state = 'failed', error_code = $4, due_at = null, claim = null
    where account_id = $1 and id = $2 and claim = $3`,
)

/** Ends an estimate that cannot be counted. */
export const giveUpQuote = (tx: Tx, { account, id, claim }: ClaimedQuote, code: ErrorCode): Promise<unknown> =>
  tx.run(GIVE_UP, [account, id, claim, code])

const SPEND = statement(
  'broadcast_quote.spend',
  `delete from broadcast_quote where account_id = $1 and id = $2 and state = 'ready' returning id`,
)

/** Takes an estimate for a broadcast: there is one of each. False where another call took it. */
export const spendQuote = async (tx: Tx, { account_id: account, id }: QuoteRow): Promise<boolean> =>
  (await tx.run(SPEND, [account, id])).length > 0

const FORGET_AT_ONCE = 1_000
const FORGET = statement(
  'broadcast_quote.forget',
  `delete from broadcast_quote where ctid = any(array(
     select ctid from broadcast_quote where expires_at < $1 limit ${FORGET_AT_ONCE})) returning 1`,
)

/** Deletes the estimates that expired before a moment. */
export async function forgetQuotes(tx: Tx, before: Date): Promise<void> {
  while ((await tx.run(FORGET, [before])).length === FORGET_AT_ONCE);
}

const REPEATS = statement(
  'broadcast.repeats',
  `select id, name from broadcast where account_id = $1 and content_hash = $2 and created_at > $3 and id is distinct from $4
    order by created_at desc limit 1`,
)

/** The newest broadcast since a moment with the same recipients and message, other than one of them. */
export async function findRepeated(
  tx: Tx,
  account: AccountId,
  contentHash: Buffer,
  since: Date,
  except: BroadcastId | null = null,
): Promise<{ readonly id: BroadcastId; readonly name: string } | null> {
  const [row] = await tx.run<{ id: BroadcastId; name: string }>(REPEATS, [account, contentHash, since, except])
  return row ?? null
}

/** The most messages that a share is taken of. */
const COMPARED = 10_000
const SHARE = statement(
  'message.accepted_share',
  `select count(*)::integer as settled, count(*) filter (where ${IS_CHARGED})::integer as charged
   from (select * from message where account_id = $1 and id >= $2 and id < $3 order by id desc limit ${COMPARED}) m
   where m.scene = $4 and m.hold_entry is not null and m.settle_entry is not null`,
)

/** Settled messages of a scene, among the newest of an account, and those that were charged. */
export async function readAccepted(
  tx: Tx,
  account: AccountId,
  scene: MessageScene,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ readonly settled: number; readonly charged: number }> {
  // An upper bound too, so that the statement looks into no later partition.
  const values = [account, firstIdAt(from), firstIdAt(new Date(to.getTime() + MINUTE)), scene]
  const [row] = await tx.run<{ settled: number; charged: number }>(SHARE, values)
  return row ?? { settled: 0, charged: 0 }
}
