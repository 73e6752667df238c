import type { Played } from '../load/play.ts'

/** One burst of one kind of load: its messages, followed to their end, and the processor time that they cost. */
export interface Run extends Played {
  readonly kind: string
  readonly round: number
  /** Messages that were accepted, counted by the side that accepted them. */
  readonly accepted: number
  /** Messages that the sink took or, where receipts are part of the run, whose last receipt arrived. */
  readonly finished: number
  /** Finished messages per second, from the first request until the last message was finished. */
  readonly perSecond: number
  /** Processor time per finished message in microseconds, by program. Load clients and sinks are not included. */
  readonly cpu: Readonly<Record<string, number>>
}

export const totalCpu = ({ cpu }: Run): number => Object.values(cpu).reduce((sum, micros) => sum + micros, 0)

/** Divides seconds of processor time among messages. */
export const microsPerMessage = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  messages: number,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(after).map(([program, seconds]) => [program, ((seconds - (before[program] ?? 0)) / messages) * 1e6]),
  )
