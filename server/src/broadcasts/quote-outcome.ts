import { createHash } from 'node:crypto'
import { SECOND } from '@hongyan/contract/durations'
import type { BroadcastMessage, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { decimalOf } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { maskedNumber } from '../kit/masked-number.ts'
import { quietKind } from '../pipeline/quiet-hours.ts'
import type { QuietHours } from '../pipeline/quiet-rules.ts'
import type { QuotedAudience } from './quote-members.ts'
import type { Shown, Tally } from './quote-tally.ts'
import type { QuoteReport } from './quotes-store.ts'

interface Surroundings {
  readonly plan: BroadcastPlan
  readonly scene: QuoteReport['scene']
  readonly hours: QuietHours
  /** Parts a second of the account; 0 is unlimited. */
  readonly rate: number
}

/** The figures of a count as they are stored and shown. */
export function reportOf(
  tally: Tally,
  { plan, scene, hours, rate }: Surroundings,
): Omit<QuoteReport, 'price_book' | 'accepted_share' | 'missing'> {
  return {
    scene,
    left_out: [...tally.leftOut].map(([reason, recipients]) => ({ reason, recipients })),
    parts: tally.parts,
    by_parts: [...tally.byParts]
      .map(([parts, recipients]) => ({ parts, recipients }))
      .toSorted((one, other) => one.parts - other.parts),
    unicode: tally.unicode,
    unicode_characters: [...tally.unicodeCharacters],
    longest: tally.longest && masked(tally.longest),
    previews: tally.previews.map((one) => ({ ...masked(one), sender: one.sender })),
    countries: [...tally.countries]
      .map(([country, { recipients, parts, unitPrice, amount, sender }]) => ({
        country,
        recipients,
        parts,
        unit_price: unitPrice === null ? null : decimalOf(unitPrice),
        amount: decimalOf(amount),
        sender,
        quiet: scene === MessageScene.Marketing ? quietKind(hours, country) : null,
      }))
      .toSorted((one, other) => other.recipients - one.recipients || one.country.localeCompare(other.country)),
    first_at: tally.firstAt?.toISOString() ?? null,
    last_at: lastAt(tally, plan.speed ?? rate)?.toISOString() ?? null,
    starts_at: plan.time === 'now' ? null : (tally.earliest?.toISOString() ?? null),
    waiting: tally.waiting,
    capped: tally.capped,
    quiet_countries: [...tally.refusedCountries].toSorted(),
  }
}

const masked = ({ row, to, text, parts }: Shown) => ({ row, to: maskedNumber(to), text, parts })

/** The last message goes out once its hours have opened, and once the parts before it are out. */
function lastAt({ firstAt, lastAt: opened, parts }: Tally, speed: number): Date | null {
  if (firstAt === null || opened === null) return null
  const lasting = speed === 0 ? 0 : Math.ceil(parts / speed) * SECOND
  return new Date(Math.max(opened.getTime(), firstAt.getTime() + lasting))
}

/** SHA-256 of recipients and message, by which a repeated broadcast is known. */
export function contentHashOf({ id, contentHash }: QuotedAudience, message: BroadcastMessage): Buffer {
  const { signature, template, text, scene, variables } = message
  const sorted = Object.entries(variables).toSorted(([one], [other]) => one.localeCompare(other))
  const recipients = contentHash?.toString('hex') ?? id
  return createHash('sha256')
    .update(JSON.stringify([recipients, signature, template, text, scene, sorted]))
    .digest()
}
