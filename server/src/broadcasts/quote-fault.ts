import { HOUR } from '@hongyan/contract/durations'
import type { BroadcastMessage, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { ErrorCode } from '@hongyan/contract/errors'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { usualCanary } from '@hongyan/contract/usual-canary'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import type { BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Rules } from '../pipeline/message.ts'
import type { Tally } from './quote-tally.ts'

/** A counted estimate, with what decides whether it can be sent. */
export interface Counted {
  readonly tally: Tally
  /** Rows of the list. */
  readonly members: number
  readonly message: Pick<BroadcastMessage, 'accepted_bad'>
  readonly plan: BroadcastPlan
  readonly scene: BroadcastScene
  readonly rules: Pick<Rules, 'rate' | 'scenes' | 'strictTrust' | 'level'>
  readonly now: Date
  /** False where people cannot opt out by reply yet. */
  readonly marketingOpen: boolean
}

/** The first fault of a counted estimate, one class at a time in the order of the wizard's steps (screens S8). */
export function faultOf(counted: Counted): ErrorCode | null {
  const { tally, plan, scene, rules, marketingOpen } = counted
  // A text that is too long for every recipient is no fault of the rows.
  if (commonCause(tally) === 'too_many_parts') return 'too_many_parts'
  if (isOverBad(counted)) return 'too_many_bad_rows'
  if (tally.recipients === 0) return commonCause(tally) ?? 'no_recipients'
  if (plan.speed !== null && rules.rate !== 0 && plan.speed > rules.rate) return 'broadcast_speed_high'
  if (plan.canary < leastCanary(rules, scene, tally.recipients)) return 'broadcast_canary_low'
  if (!isInRange(counted)) return 'schedule_range'
  if (tally.refusedCountries.size > 0) return 'scene_quiet_hours'
  if (scene === MessageScene.Marketing && !marketingOpen) return 'marketing_closed'
  return rules.scenes.includes(scene) ? null : 'scene_restricted'
}

/** The fewest first messages of a broadcast: trusted accounts alone send marketing without them (semantics D13). */
export const leastCanary = (
  { strictTrust, level }: Pick<Rules, 'strictTrust' | 'level'>,
  scene: BroadcastScene,
  recipients: number,
): number =>
  strictTrust && level < TrustLevel.Trusted && scene === MessageScene.Marketing ? usualCanary(recipients) : 0

/** Rows whose values or length keep them from a message. */
function isOverBad({ tally, members, message }: Counted): boolean {
  const { leftOut } = tally
  const bad = (['value_missing', 'value_invalid', 'text_too_long'] as const).reduce(
    (sum, reason) => sum + (leftOut.get(reason) ?? 0),
    0,
  )
  return bad * 100 > message.accepted_bad * members
}

/** Causes that lie with each recipient alone, so that another list is the remedy. */
const ofRecipients: ReadonlySet<ErrorCode | 'never_open'> = new Set([
  'opted_out',
  'recipient_blocked',
  'recipient_unreached',
  'geo_restricted',
  'no_route',
  'missing_template_data',
  'invalid_template_data',
  'invalid_phone_number',
  'never_open',
])

/** The one cause that keeps the message from every recipient, such as a sender that no carrier has filed. */
function commonCause({ recipients, refusals }: Tally): ErrorCode | null {
  if (recipients > 0) return null
  const [cause, second] = refusals.keys()
  return cause === undefined || cause === 'never_open' || second !== undefined || ofRecipients.has(cause) ? null : cause
}

function isInRange({ plan, tally: { earliest, latest }, now }: Counted): boolean {
  if (plan.time === 'now' || earliest === null || latest === null) return true
  const at = now.getTime()
  return earliest.getTime() >= at + limits.scheduleMin && latest.getTime() <= at + limits.scheduleMax
}

/** A broadcast that starts so soon must be paid for when it is made; a later one may be topped up for. */
export const startsSoon = (startsAt: Date, now: Date): boolean => startsAt.getTime() - now.getTime() <= HOUR
