import type { BroadcastDetail, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastTime } from '@hongyan/contract/vocabulary/broadcast'

/** The time of a broadcast as its form has it. */
export interface TimeChoice {
  readonly time: Exclude<BroadcastTime, 'now'>
  /** As a field for date and time has it: in the viewer's zone for `at`, by each recipient's clock for `local`. */
  readonly clock: string
}

const two = (number: number): string => String(number).padStart(2, '0')

/** A moment as a field for date and time has it, in the viewer's zone. */
const clockOf = (at: Date): string =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

/** The choice that stands for a plan. */
export const choiceOf = ({ time, at, local }: BroadcastPlan, starts: string): TimeChoice =>
  time === 'local' && local !== null
    ? { time: 'local', clock: local }
    : { time: 'at', clock: clockOf(new Date(at ?? starts)) }

/** The plan with another time; null where no time is chosen. Speed, hours and safety stay. */
export function planWith(plan: BroadcastPlan, { time, clock }: TimeChoice): BroadcastPlan | null {
  const at = new Date(clock)
  if (clock === '' || Number.isNaN(at.getTime())) return null
  return time === 'local'
    ? { ...plan, time, at: null, local: clock.slice(0, 16) }
    : { ...plan, time, at: at.toISOString(), local: null }
}

/** The plan with a chosen time; null where the time stays, so that a rename leaves the plan alone. */
export function movedPlan(
  { plan, starts_at: starts }: Pick<BroadcastDetail, 'plan' | 'starts_at'>,
  choice: TimeChoice,
): BroadcastPlan | null {
  const kept = choiceOf(plan, starts)
  return choice.time === kept.time && choice.clock === kept.clock ? null : planWith(plan, choice)
}
