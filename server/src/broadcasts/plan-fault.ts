import type { ErrorCode } from '@hongyan/contract/errors'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { AccountId, AudienceId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { readPlaces } from './quote-members.ts'
import { recipientTime, type Times } from './recipient-time.ts'

/** A plan that a broadcast may have, with its start; or the fault that keeps it from having it. */
export type PlanFound =
  | { readonly fault: null; readonly startsAt: Date }
  | { readonly fault: ErrorCode; readonly field: string; readonly details?: unknown }

/** Looks at another plan for a list that a broadcast goes to: its speed, its moment and the hours of each place. */
export async function planFault(
  pool: Pool,
  audience: { readonly account: AccountId; readonly id: AudienceId },
  times: Times,
  rate: number,
): Promise<PlanFound> {
  const { plan, now } = times
  if (plan.speed !== null && rate !== 0 && plan.speed > rate) {
    return { fault: 'broadcast_speed_high', field: 'plan.speed' }
  }
  if (plan.time === 'now') return { fault: null, startsAt: now }
  const places = await readPlaces(alone(pool), audience)
  const found = places.map(({ recipient: to, country, zone }) => ({
    country,
    ...recipientTime(times, { to, country, zone }),
  }))
  const moments = found.map(({ wanted }) => wanted.getTime())
  const [earliest, latest] = [Math.min(...moments), Math.max(...moments)]
  const field = plan.time === 'at' ? 'plan.at' : 'plan.local'
  if (earliest < now.getTime() + limits.scheduleMin || latest > now.getTime() + limits.scheduleMax) {
    return { fault: 'schedule_range', field }
  }
  const refused = [...new Set(found.flatMap(({ isRefused, country }) => (isRefused ? [country] : [])))].toSorted()
  if (refused.length > 0) return { fault: 'scene_quiet_hours', field, details: { countries: refused } }
  return { fault: null, startsAt: new Date(earliest) }
}
