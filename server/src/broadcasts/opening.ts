import type { BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type HoursRecipient, momentOf, openPeriod, ownPeriod } from '../pipeline/quiet-hours.ts'
import type { QuietHours } from '../pipeline/quiet-rules.ts'

/** A plan while it runs. */
export interface RunningPlan {
  readonly hours: QuietHours
  readonly scene: BroadcastScene
  readonly plan: Pick<BroadcastPlan, 'time' | 'local' | 'window'>
}

/**
 * Returns the first moment, from `from` on, at which a recipient may get its message: by the time that the plan names on
 * the recipient's clock, the hours of the plan and, for marketing, those of the law. Null where none opens.
 */
export function openingOf({ hours, scene, plan }: RunningPlan, recipient: HoursRecipient, from: Date): Date | null {
  const { time, local, window } = plan
  const named = time === 'local' && local !== null ? momentOf(hours, recipient, local) : from
  const wanted = named > from ? named : from
  if (scene !== MessageScene.Marketing && window === null) return wanted
  const period =
    scene === MessageScene.Marketing || window === null
      ? openPeriod(hours, recipient, wanted, window)
      : ownPeriod(hours, recipient, wanted, window)
  if (period === null) return null
  return period.opens > wanted ? period.opens : wanted
}
