import type { SeriesNames } from './drawing.ts'

/** The legend symbols of the two series. */
export const BarMark = () => <span aria-hidden className="size-2.5 shrink-0 rounded-[2px] bg-chart-bar-now" />

export const LineMark = () => (
  <svg aria-hidden width={16} height={8} className="shrink-0 fill-raised stroke-chart-line" strokeWidth={1.5}>
    <path d="M0 4h16" />
    <circle cx={8} cy={4} r={2.25} />
  </svg>
)

/** The names of the two series with their symbols. The values of the chart and its table name them to screen readers. */
export function Legend({ names }: { names: SeriesNames }) {
  return (
    <p className="flex gap-4 text-xs text-ink-2" aria-hidden>
      <span className="flex items-center gap-1.5">
        <BarMark />
        {names.bar}
      </span>
      <span className="flex items-center gap-1.5">
        <LineMark />
        {names.line}
      </span>
    </p>
  )
}
