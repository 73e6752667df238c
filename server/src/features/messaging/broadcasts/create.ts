import type { BroadcastDetail, NewBroadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { ErrorCode } from '@hongyan/contract/errors'
import { BroadcastId, type QuoteId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { keepAudience, lockAudience } from '../../../broadcasts/kept-audience.ts'
import { isClosed, openMessage, type OpenMessage } from '../../../broadcasts/message.ts'
import { findQuote, findRepeated, type QuoteRow, spendQuote } from '../../../broadcasts/quotes-store.ts'
import { insertBroadcast } from '../../../broadcasts/store.ts'
import { alone, inTransaction, type Tx } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import type { BroadcastDeps, Caller } from './deps.ts'
import { requireFunds } from './funds.ts'
import { readBroadcast } from './read.ts'

/** Makes a broadcast of an estimate that holds. It sends and charges what the estimate shows. */
export async function createBroadcast(
  deps: BroadcastDeps,
  caller: Caller,
  body: NewBroadcast,
  key: CallKey,
): Promise<BroadcastDetail> {
  if (key.earlier !== null) return readBroadcast(deps, caller, BroadcastId.parse(key.earlier))
  const { account } = caller
  const now = deps.clock.now()
  const quote = await holdingQuote(deps, account, body.quote, now)
  const message = await unchangedMessage(deps, quote)
  const startsAt = startOf(quote, now)
  requireAssent(quote, message, body)
  const id = BroadcastId.parse(uuidv7(now))
  await inTransaction(deps.pool, async (tx) => {
    const list = { account, id: quote.audience_id }
    const audience = await lockAudience(tx, list, now)
    if (audience === null || !(await spendQuote(tx, quote))) throw new Refusal('recipients_changed', { field: 'quote' })
    const made = await insertBroadcast(
      tx,
      {
        account,
        id,
        name: body.name,
        audience: quote.audience_id,
        source: audience.source,
        sourceName: audience.name,
        scene: message.scene,
        message: quote.message,
        plan: quote.plan,
        text: message.text,
        templateVersion: quote.template_version,
        priceBookVersion: quote.price_book_version ?? 0,
        contentHash: quote.content_hash ?? Buffer.alloc(0),
        recipients: audience.members,
        quoted: quote.at_most_micros,
        consentedAt: message.scene === MessageScene.Marketing ? now : null,
        startsAt,
      },
      now,
    )
    if (!made) throw new Refusal('too_many_broadcasts')
    if (body.repeat !== true) await refuseRepeated(tx, quote, id, now)
    await requireFunds(tx, { account, atMost: quote.at_most_micros, startsAt }, now)
    await keepAudience(tx, list, now)
    await key.name(tx, id)
  })
  return readBroadcast(deps, caller, id)
}

/** The estimate of a call. Throws its own fault, or that it no longer holds. */
async function holdingQuote(
  { pool, prices }: BroadcastDeps,
  account: Caller['account'],
  id: QuoteId,
  now: Date,
): Promise<QuoteRow> {
  const quote = await findQuote(alone(pool), { account, id })
  if (quote === null) throw new Refusal('not_found')
  if (quote.state === 'counting') throw new Refusal('quote_not_ready', { field: 'quote' })
  if (quote.expires_at <= now || quote.price_book_version !== prices.inForce().version) {
    throw new Refusal('recipients_changed', { field: 'quote' })
  }
  if (quote.error_code !== null) throw new Refusal(quote.error_code, { field: fieldOf(quote.error_code) })
  return quote
}

/** The field of an estimate that a fault lies in. */
const fields: Readonly<Partial<Record<ErrorCode, string>>> = {
  values_missing: 'message.variables',
  too_many_bad_rows: 'message.accepted_bad',
  no_recipients: 'audience',
  broadcast_speed_high: 'plan.speed',
  broadcast_canary_low: 'plan.canary',
  schedule_range: 'plan.at',
  scene_quiet_hours: 'plan.at',
  marketing_closed: 'message.scene',
  scene_restricted: 'message.scene',
  template_not_found: 'message.template',
  template_not_approved: 'message.template',
  template_restricted: 'message.template',
  signature_not_found: 'message.signature',
  signature_not_approved: 'message.signature',
  sender_unverified: 'message.signature',
  missing_signature: 'message.signature',
  no_template: 'message.text',
}
const fieldOf = (code: ErrorCode): string => fields[code] ?? 'quote'

/** The message as it is now. Throws where a revocation or a new version of the template came since the estimate. */
async function unchangedMessage(deps: BroadcastDeps, quote: QuoteRow): Promise<OpenMessage> {
  const message = await openMessage(deps, quote.account_id, quote.message)
  if (isClosed(message)) throw new Refusal(message.closed, { field: `message.${message.field}` })
  if ((message.template?.version ?? null) !== quote.template_version) {
    throw new Refusal('recipients_changed', { field: 'quote' })
  }
  return message
}

/** A moment that was five minutes ahead when it was estimated may be closer by now, and is not over. */
function startOf({ report: { starts_at: at = null } }: QuoteRow, now: Date): Date {
  if (at === null) return now
  const startsAt = new Date(at)
  if (startsAt <= now) throw new Refusal('schedule_range', { field: 'plan.at' })
  return startsAt
}

function requireAssent({ recipients }: QuoteRow, { scene }: OpenMessage, body: NewBroadcast): void {
  if (scene === MessageScene.Marketing && body.consented !== true) {
    throw new Refusal('consent_missing', { field: 'consented' })
  }
  if (recipients > limits.confirmAbove && body.recipients !== recipients) {
    throw new Refusal('recipients_unconfirmed', { field: 'recipients' })
  }
}

/** Throws where another broadcast of the last half hour has the same recipients and message. */
async function refuseRepeated(tx: Tx, quote: QuoteRow, own: BroadcastId, now: Date): Promise<void> {
  if (quote.content_hash === null) return
  const since = new Date(now.getTime() - limits.repeatedWithin)
  const earlier = await findRepeated(tx, quote.account_id, quote.content_hash, since, own)
  if (earlier !== null) throw new Refusal('duplicate_broadcast', { field: 'repeat', details: earlier })
}
