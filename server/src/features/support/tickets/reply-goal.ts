import { replyGoals } from '@hongyan/contract/limits/support'
import type { TicketPriority } from '@hongyan/contract/vocabulary/support'
import { addWorkingTime, type WorkingHours } from '../../../kit/working-hours.ts'

/** The moment by which support aims to reply, from the moment at which it is its turn. */
export function replyDueAt(hours: WorkingHours, priority: TicketPriority, from: Date): Date {
  const { within, aroundTheClock } = replyGoals[priority]
  return aroundTheClock ? new Date(from.getTime() + within) : addWorkingTime(hours, from, within)
}
