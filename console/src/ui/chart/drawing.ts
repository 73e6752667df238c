import { countTicks } from './ticks.ts'

/** A day with its two numbers: the height of its bar, and of its point on the line. */
export interface ChartDay {
  readonly date: string
  readonly bar: number
  readonly line: number
}

/** The names of the two series. */
export type SeriesNames = Readonly<Record<'bar' | 'line', string>>

/** The plot inside the drawing: numbers on its left, dates below. All in pixels. */
export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly ground: number
}

interface DrawnDay {
  readonly day: ChartDay
  /** The centre of the bar and of its point. */
  readonly x: number
  readonly barTop: number
  readonly pointTop: number
}

export interface Drawing {
  readonly days: readonly DrawnDay[]
  readonly barWidth: number
  readonly pitch: number
  readonly line: string
  readonly ticks: readonly { readonly count: number; readonly y: number }[]
}

/** The gap between bars, as a share of the width that each day has. */
const GAP_SHARE = 0.36
const WIDEST_BAR = 40

export const greatestOf = (days: readonly ChartDay[]): number =>
  Math.max(0, ...days.flatMap((day) => [day.bar, day.line]))

/** Straight lines between points: values between two days do not exist. */
const pathThrough = (days: readonly DrawnDay[]): string =>
  days.map(({ x, pointTop }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${pointTop.toFixed(1)}`).join('')

/** Computes the positions of the chart: bars and a line on one axis. */
export function drawDays(days: readonly ChartDay[], { left, right, top, ground }: Plot): Drawing {
  const counts = countTicks(greatestOf(days))
  const highest = counts.at(-1) ?? 1
  const pitch = (right - left) / days.length
  const y = (count: number) => ground - (ground - top) * (count / highest)
  const drawn = days.map((day, index) => ({
    day,
    x: left + pitch * (index + 0.5),
    barTop: y(day.bar),
    pointTop: y(day.line),
  }))
  return {
    days: drawn,
    barWidth: Math.min(pitch * (1 - GAP_SHARE), WIDEST_BAR),
    pitch,
    line: pathThrough(drawn),
    ticks: counts.map((count) => ({ count, y: y(count) })),
  }
}

/** The day at a position of the plot; beyond its edges the nearest. */
export function dayAt(x: number, days: number, { left, right }: Plot): number {
  const index = Math.floor(((x - left) / (right - left)) * days)
  return Math.min(Math.max(index, 0), days - 1)
}

/** The day that a key moves to, or null for other keys. */
export function stepDay(key: string, from: number, days: number): number | null {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(from - 1, 0)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(from + 1, days - 1)
  if (key === 'Home') return 0
  return key === 'End' ? days - 1 : null
}
