import type { OperatorTexts } from './operator-texts.ts'
import { beginOf, type OptOutLines, type OptOutRow, optOutLinesAt } from './opt-out.ts'
import type { QuietHours } from './quiet-rules.ts'
import type { SenderRules } from './shown-sender.ts'

/** The requirements that do not depend on the moment. Immutable. */
interface LastingRules {
  readonly senders: SenderRules
  readonly operators: OperatorTexts
  readonly quietHours: QuietHours
}

/** The requirements of destinations at a moment. Immutable. */
export interface Destinations extends LastingRules {
  readonly optOut: OptOutLines
}

/** The requirements before the first change, and from each later change on, newest first. Immutable. */
export interface DestinationSchedule {
  readonly first: Destinations
  readonly changes: readonly { readonly from: number; readonly inForce: Destinations }[]
}

export function destinationSchedule(lasting: LastingRules, rows: readonly OptOutRow[]): DestinationSchedule {
  const inForceAt = (at: number): Destinations => ({ ...lasting, optOut: optOutLinesAt(rows, at) })
  const moments = [...new Set(rows.map(beginOf))].filter(Number.isFinite).toSorted((a, b) => b - a)
  return { first: inForceAt(-Infinity), changes: moments.map((from) => ({ from, inForce: inForceAt(from) })) }
}

/** The requirements in force at a moment. */
export const destinationsAt = ({ first, changes }: DestinationSchedule, at: Date): Destinations =>
  changes.find(({ from }) => from <= at.getTime())?.inForce ?? first
