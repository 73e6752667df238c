import { useId } from 'react'
import { shownCompact } from './day-text.ts'
import { labelledDays } from './ticks.ts'
import type { Drawing, Plot } from './drawing.ts'

const NUMBER_GAP = 8
const DATE_DROP = 20
const CORNER = 2

interface LayerProps {
  drawing: Drawing
  plot: Plot
  /** The marked day. */
  at: number | null
  /** The current day, which is not over yet. */
  today: string
  /** The label below a day. */
  short: (date: string) => string
}

function Grid({ drawing, plot }: LayerProps) {
  return drawing.ticks.map(({ count, y }) => (
    <g key={count}>
      <line
        x1={plot.left}
        x2={plot.right}
        y1={y}
        y2={y}
        className={count === 0 ? 'stroke-line-strong' : 'stroke-chart-grid'}
        shapeRendering="crispEdges"
      />
      <text x={plot.left - NUMBER_GAP} y={y} dy="0.34em" textAnchor="end">
        {shownCompact(count)}
      </text>
    </g>
  ))
}

/** Rounded at the top only: the clip hides the lower corners below the ground line. */
function Bars({ drawing, plot, at, today }: LayerProps) {
  const clip = useId()
  return (
    <>
      <clipPath id={clip}>
        <rect x={plot.left} width={plot.right - plot.left} height={plot.ground} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {drawing.days.map(({ day, x, barTop }, index) => (
          <rect
            key={day.date}
            data-bar={day.date}
            x={x - drawing.barWidth / 2}
            y={barTop}
            width={drawing.barWidth}
            height={plot.ground - barTop + CORNER}
            rx={CORNER}
            className={day.date === today || index === at ? 'fill-chart-bar-now' : 'fill-chart-bar'}
          />
        ))}
      </g>
    </>
  )
}

function Line({ drawing, at }: LayerProps) {
  return (
    <g className="fill-raised stroke-chart-line" strokeWidth={1.5} strokeLinejoin="round">
      <path d={drawing.line} fill="none" />
      {drawing.days.map(({ day, x, pointTop }, index) => (
        <circle key={day.date} cx={x} cy={pointTop} r={index === at ? 4 : 2.25} />
      ))}
    </g>
  )
}

function Dates({ drawing, plot, short }: LayerProps) {
  return labelledDays(drawing.days.length, drawing.pitch).map((index) => {
    const drawn = drawing.days[index]
    return drawn ? (
      <text key={drawn.day.date} x={drawn.x} y={plot.ground + DATE_DROP} textAnchor="middle">
        {short(drawn.day.date)}
      </text>
    ) : null
  })
}

/** The drawing of the chart, hidden from screen readers: table and values beside it say the same. */
export function ChartSvg(layer: LayerProps) {
  return (
    <svg aria-hidden className="block size-full overflow-visible fill-ink-3 text-[11px]">
      <Grid {...layer} />
      <Bars {...layer} />
      <Line {...layer} />
      <Dates {...layer} />
    </svg>
  )
}
