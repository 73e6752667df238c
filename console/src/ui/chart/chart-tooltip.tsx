import type { ReactNode } from 'react'
import { formatNumber } from '../../i18n/text.ts'
import { BarMark, LineMark } from './series-marks.tsx'
import type { ChartDay, Drawing, Plot, SeriesNames } from './drawing.ts'

const WIDTH = 176
const GAP = 8

/** Left of its bar, or right of it near the edge, and always inside the chart. */
function placeOf(x: number, barWidth: number, right: number): number {
  const before = x - barWidth / 2 - GAP - WIDTH
  return before >= 0 ? before : Math.min(x + barWidth / 2 + GAP, Math.max(0, right - WIDTH))
}

function Row({ mark, name, count }: { mark: ReactNode; name: string; count: number }) {
  return (
    <div className="mt-1 flex items-center gap-2 text-xs">
      <span className="grid w-4 justify-items-center">{mark}</span>
      <span className="flex-1 text-ink-2">{name}</span>
      <span className="font-medium tabular-nums">{formatNumber(count)}</span>
    </div>
  )
}

interface TooltipProps {
  drawing: Drawing
  plot: Plot
  at: number
  names: SeriesNames
  /** The heading of a day. */
  long: (date: string) => string
  /** One more line about a day. */
  more: ((day: ChartDay) => string) | undefined
}

/** The numbers of one day. Screen readers get them as the chart's value text instead. */
export default function ChartTooltip({ drawing, plot, at, names, long, more }: TooltipProps) {
  const drawn = drawing.days[at]
  if (!drawn) return null
  const { day } = drawn
  return (
    <div
      aria-hidden
      data-tooltip
      className="pointer-events-none absolute top-3 left-0 rounded-md bg-raised px-3 py-2 shadow-float"
      style={{ width: WIDTH, translate: `${Math.round(placeOf(drawn.x, drawing.barWidth, plot.right))}px 0` }}
    >
      <p className="text-xs font-medium">{long(day.date)}</p>
      <Row mark={<BarMark />} name={names.bar} count={day.bar} />
      <Row mark={<LineMark />} name={names.line} count={day.line} />
      {more && <p className="mt-1 text-xs text-ink-2">{more(day)}</p>}
    </div>
  )
}
