import { daysBefore } from '../../lib/calendar-day.ts'

/** Days of a list, both included. An absent end is open. */
export interface Range {
  from?: string
  to?: string
}

/** The named ranges. The address holds the name, so that a saved view and a shared link move with the calendar. */
export const periods = ['today', '7d', '30d', 'month', 'last-month'] as const
export type Period = (typeof periods)[number]

/** A range as the address holds it: a name, or chosen days. */
export interface RangeSearch extends Range {
  period?: Period
}

const CALENDAR_DAY = /^20\d{2}-\d{2}-\d{2}$/

/** Parses a calendar day of this century; null for any other text. */
export function readDay(text: string): string | null {
  const at = new Date(`${text}T00:00:00Z`)
  return CALENDAR_DAY.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}

/** A month such as `2026-11`, `back` months before the day's own. */
export function monthOf(day: string, back = 0): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
}

/** The days of a month such as `2026-11`. */
export function daysOfMonth(month: string): Required<Range> {
  const [year = 0, nr = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, nr, 0)).toISOString().slice(0, 10) }
}

const daysOfPeriod: Readonly<Record<Period, (today: string) => Required<Range>>> = {
  today: (today) => ({ from: today, to: today }),
  '7d': (today) => ({ from: daysBefore(today, 6), to: today }),
  '30d': (today) => ({ from: daysBefore(today, 29), to: today }),
  month: (today) => daysOfMonth(monthOf(today)),
  'last-month': (today) => daysOfMonth(monthOf(today, 1)),
}

/** The days of a range on a day in the account's time zone. */
export const daysOf = ({ period, from, to }: RangeSearch, today: string): Range =>
  period === undefined
    ? { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    : daysOfPeriod[period](today)

/** Sets one end. A range that would end before it begins becomes the chosen day. */
export function withEnd(range: Range, end: 'from' | 'to', day: string): Range {
  const moved: Range = { ...range, [end]: day }
  const { from, to } = moved
  return from !== undefined && to !== undefined && from > to ? { from: day, to: day } : moved
}

/** The month that a range covers exactly; null for any other range. */
export function wholeMonth({ from, to }: Range): string | null {
  if (from === undefined) return null
  const days = daysOfMonth(monthOf(from))
  return days.from === from && days.to === to ? monthOf(from) : null
}
