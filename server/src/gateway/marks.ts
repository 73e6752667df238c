import { randomUUID } from 'node:crypto'
import type { MarkRange } from './outbox.ts'

const DIGITS = 12

/** The marks of a process: one range of UUIDs, so that each claim has its own and all others are a comparison away. */
export interface Marks extends MarkRange {
  readonly next: () => string
}

export function createMarks(): Marks {
  const prefix = randomUUID().slice(0, -DIGITS)
  let last = 0
  return {
    first: prefix + '0'.repeat(DIGITS),
    last: prefix + 'f'.repeat(DIGITS),
    next: () => prefix + (last += 1).toString(16).padStart(DIGITS, '0'),
  }
}
