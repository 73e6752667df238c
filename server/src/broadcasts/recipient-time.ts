import type { BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastScene, QuietKind } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { OpenPeriod } from '../pipeline/hours-calendar.ts'
import { type HoursRecipient, momentOf, openPeriod, ownPeriod, quietKind } from '../pipeline/quiet-hours.ts'
import type { QuietHours } from '../pipeline/quiet-rules.ts'

/** A plan with the hours that it keeps, and the moment at which it is looked at. */
export interface Times {
  readonly hours: QuietHours
  readonly scene: BroadcastScene
  readonly plan: BroadcastPlan
  readonly now: Date
}

/** The time of one recipient's message. */
export interface RecipientTime {
  /** The moment that the plan names. */
  readonly wanted: Date
  /** The first moment from then on at which it may go out; null where no hours open. */
  readonly at: Date | null
  /** It waits because the law limits how often the recipient gets marketing. */
  readonly isCapped: boolean
  /** The plan names a moment in closed hours of a country whose rule refuses that. */
  readonly isRefused: boolean
}

/** The kinds of hours that refuse an explicit time outside; the others only delay messages (semantics D10). */
const refusing: readonly QuietKind[] = ['law', 'carrier']

/** The time of a recipient who may get no marketing before `free`, the end of a limit of the law; null without one. */
export function recipientTime(times: Times, recipient: HoursRecipient, free: Date | null = null): RecipientTime {
  const { hours, scene, plan } = times
  const wanted = wantedOf(times, recipient)
  if (scene !== MessageScene.Marketing) {
    const period = plan.window === null ? null : ownPeriod(hours, recipient, wanted, plan.window)
    const at = plan.window === null ? wanted : openingOf(period, wanted)
    return { wanted, at, isCapped: false, isRefused: false }
  }
  const isExplicit = plan.time !== 'now' && refusing.includes(quietKind(hours, recipient.country))
  const lawful = isExplicit ? openPeriod(hours, recipient, wanted, null) : null
  const isCapped = free !== null && free > wanted
  const from = isCapped ? free : wanted
  const at = openingOf(openPeriod(hours, recipient, from, plan.window), from)
  return { wanted, at, isCapped, isRefused: isExplicit && (lawful === null || lawful.opens > wanted) }
}

function wantedOf({ hours, plan, now }: Times, recipient: HoursRecipient): Date {
  if (plan.time === 'local' && plan.local !== null) return momentOf(hours, recipient, plan.local)
  return plan.time === 'at' && plan.at !== null ? new Date(plan.at) : now
}

function openingOf(period: OpenPeriod | null, wanted: Date): Date | null {
  if (period === null) return null
  return period.opens > wanted ? period.opens : wanted
}
