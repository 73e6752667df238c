import { DAY } from '@hongyan/contract/durations'
import type { TransactionFilter } from './filter.ts'

/** The number of months in the filter, the current one first. */
const MONTHS = 24

export type Range = Pick<TransactionFilter, 'from' | 'to'>

/** The current day in a time zone, `2026-11-20`. */
export function dayIn(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(now)
}

const before = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)

/** The current month and those before it, as `2026-11`, newest first. */
export function monthsTo(today: string): readonly string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

export function rangeOfMonth(month: string): Required<Range> {
  const [year = 0, nr = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, nr, 0)).toISOString().slice(0, 10) }
}

/** The named ranges. A month is its own name. */
export const presets = ['all', 'today', '7d', '30d', 'custom'] as const
export type Preset = (typeof presets)[number]

const isPreset = (name: string): name is Preset => presets.some((preset) => preset === name)

/** The days of a preset or a month. `custom` keeps the current ones. */
export function rangeOf(period: string, today: string, now: Range): Range {
  if (!isPreset(period)) return rangeOfMonth(period)
  if (period === 'all') return {}
  if (period === 'today') return { from: today, to: today }
  if (period === '7d') return { from: before(today, 6), to: today }
  if (period === '30d') return { from: before(today, 29), to: today }
  return now
}

const isSame = (one: Range, other: Range): boolean => one.from === other.from && one.to === other.to

/** The name of a range: a preset, an offered month, or `custom`. */
export function periodOf(range: Range, today: string): string {
  const named = [...presets.filter((preset) => preset !== 'custom'), ...monthsTo(today)]
  return named.find((period) => isSame(rangeOf(period, today, range), range)) ?? 'custom'
}

/** The suggested month of a statement: the filtered one, else the last full one. */
export function statementMonth(range: Range, today: string): string {
  const months = monthsTo(today)
  return months.find((month) => isSame(rangeOfMonth(month), range)) ?? months[1] ?? today.slice(0, 7)
}
