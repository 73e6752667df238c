import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { ErrorCode } from '@hongyan/contract/errors'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { decimalOf, type Micros, micros } from '@hongyan/contract/money'
import { startsSoon } from '../../../broadcasts/quote-fault.ts'
import { findRepeated, type QuoteReport, type QuoteRow } from '../../../broadcasts/quotes-store.ts'
import { alone } from '../../../db/tx.ts'
import { explained } from '../../../kit/explained.ts'
import { ledger } from '../../../ledger/ledger.ts'
import type { BroadcastDeps, Caller } from './deps.ts'
import { readCurrency } from './store.ts'

/** An estimate with the money that the account has now, and the broadcast that it would repeat. */
export async function presentQuote(deps: BroadcastDeps, { account, locale }: Caller, row: QuoteRow): Promise<Quote> {
  const db = alone(deps.pool)
  const now = deps.clock.now()
  const since = new Date(now.getTime() - limits.repeatedWithin)
  const [{ others: available }, currency, repeats] = await Promise.all([
    ledger.read(db, account),
    readCurrency(db, account),
    row.content_hash === null ? null : findRepeated(db, account, row.content_hash, since),
  ])
  const report = { ...uncounted(deps, row), ...row.report }
  const missing = missingOf(row, available)
  const { starts_at: startsAt, ...figures } = report
  return {
    ...figures,
    id: row.id,
    audience: row.audience_id,
    message: row.message,
    plan: row.plan,
    state: row.state,
    progress: row.progress,
    reason: explained(faultOf(row, missing, startsAt === null ? now : new Date(startsAt), now), locale),
    recipients: row.recipients,
    currency,
    at_most: decimalOf(row.at_most_micros),
    expected: report.accepted_share === null ? null : decimalOf(expectedOf(row.at_most_micros, report.accepted_share)),
    available: decimalOf(available),
    shortfall: missing === null ? null : decimalOf(missing),
    repeats,
    expires_at: row.expires_at.toISOString(),
  }
}

/** The figures of an estimate before they are counted. */
function uncounted({ prices }: Pick<BroadcastDeps, 'prices'>, { message }: QuoteRow): QuoteReport {
  const { version, effectiveFrom } = prices.inForce()
  return {
    missing: [],
    scene: message.scene,
    left_out: [],
    parts: 0,
    by_parts: [],
    unicode: 0,
    unicode_characters: [],
    longest: null,
    previews: [],
    countries: [],
    accepted_share: null,
    first_at: null,
    last_at: null,
    starts_at: null,
    waiting: 0,
    capped: 0,
    quiet_countries: [],
    price_book: { version, from: effectiveFrom.toISOString() },
  }
}

const missingOf = ({ at_most_micros: atMost }: QuoteRow, available: Micros): Micros | null =>
  atMost > available ? micros(atMost - available) : null

/** Money comes last: a broadcast that starts later may be topped up for until then. */
function faultOf(row: QuoteRow, missing: Micros | null, startsAt: Date, now: Date): ErrorCode | null {
  if (row.error_code !== null || row.state !== 'ready') return row.error_code
  return missing !== null && startsSoon(startsAt, now) ? 'balance_insufficient' : null
}

const SHARE_DIGITS = 1_000_000

const expectedOf = (atMost: Micros, share: number): Micros =>
  micros((atMost * BigInt(Math.round(share * SHARE_DIGITS))) / BigInt(SHARE_DIGITS))
