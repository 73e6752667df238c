import { monthOf, type Range, wholeMonth } from '../../../ui/list/range.ts'

/** The number of months with a statement to choose, the current one first. */
const MONTHS = 24

/** The current month and those before it, as `2026-11`, newest first. */
export const monthsTo = (today: string): readonly string[] =>
  Array.from({ length: MONTHS }, (_, back) => monthOf(today, back))

/** The suggested month of a statement: the filtered one, else the last full one. */
export function statementMonth(range: Range, today: string): string {
  const month = wholeMonth(range)
  return month !== null && monthsTo(today).includes(month) ? month : monthOf(today, 1)
}
