import type { ErrorCode } from '@hongyan/contract/errors'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { AccountId, AudienceId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { type Reach, readReachedPlaces } from './quote-members.ts'
import { type RecipientTime, recipientTime, type Times } from './recipient-time.ts'
import { inShortTurns } from './short-turns.ts'

/** A plan that a broadcast may have, with its start; or the fault that keeps it from having it. */
export type PlanFound =
  | { readonly fault: null; readonly startsAt: Date }
  | { readonly fault: ErrorCode; readonly field: string; readonly details?: unknown }

/** The rules of the account, and the owner's choice, that a plan is looked at by. */
export interface PlanRules extends Omit<Reach, 'scene'> {
  /** Parts a second; 0 is unlimited. */
  readonly rate: number
}

/**
 * Looks at another plan for a list that a broadcast goes to: its speed, its moment and the hours of each place that it
 * sends to.
 */
export async function planFault(
  pool: Pool,
  audience: { readonly account: AccountId; readonly id: AudienceId },
  times: Times,
  { rate, ...reach }: PlanRules,
): Promise<PlanFound> {
  const { plan, now, scene } = times
  if (plan.speed !== null && rate !== 0 && plan.speed > rate) {
    return { fault: 'broadcast_speed_high', field: 'plan.speed' }
  }
  if (plan.time === 'now') return { fault: null, startsAt: now }
  const places = await readReachedPlaces(alone(pool), audience, { ...reach, scene })
  const found: (RecipientTime & { readonly country: string })[] = []
  await inShortTurns(places, ({ recipient: to, country, zone }) => {
    found.push({ country, ...recipientTime(times, { to, country, zone }) })
  })
  let [earliest, latest] = [Infinity, -Infinity]
  for (const { wanted } of found) {
    earliest = Math.min(earliest, wanted.getTime())
    latest = Math.max(latest, wanted.getTime())
  }
  const field = plan.time === 'at' ? 'plan.at' : 'plan.local'
  if (places.length === 0) return { fault: 'no_recipients', field }
  if (earliest < now.getTime() + limits.scheduleMin || latest > now.getTime() + limits.scheduleMax) {
    return { fault: 'schedule_range', field }
  }
  const refused = [...new Set(found.flatMap(({ isRefused, country }) => (isRefused ? [country] : [])))].toSorted()
  if (refused.length > 0) return { fault: 'scene_quiet_hours', field, details: { countries: refused } }
  return { fault: null, startsAt: new Date(earliest) }
}
