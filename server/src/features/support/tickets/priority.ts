import { type TicketCategory, type TicketImpact, TicketPriority } from '@hongyan/contract/vocabulary/support'

/** The categories in which an outage means that messages do not go out. */
const SENDING: ReadonlySet<TicketCategory> = new Set(['delivery', 'api'])

/** The priority of a new ticket by what it is about and what the owner says is broken. */
export function priorityOf(category: TicketCategory, impact: TicketImpact): TicketPriority {
  if (category === 'appeal') return TicketPriority.P2
  if (impact === 'question') return TicketPriority.P3
  return impact === 'outage' && SENDING.has(category) ? TicketPriority.P1 : TicketPriority.P2
}
