import { lazy, Suspense, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { useText } from '../../i18n/text.ts'
import { useMeasuredSize } from '../measured-size.ts'
import { ChartSvg } from './chart-svg.tsx'
import { dateText, shownCompact, weekdayText } from './day-text.ts'
import { type ChartDay, dayAt, drawDays, greatestOf, type Plot, type SeriesNames, stepDay } from './drawing.ts'

const ChartTooltip = lazy(() => import('./chart-tooltip.tsx'))

/**
 * The margins of the plot in pixels. The bottom one contains the dates, the top one the upper half of the highest
 * number, and the right one the end of the last date.
 */
const MARGIN_BOTTOM = 28
const MARGIN_TOP = 8
const MARGIN_RIGHT = 4
/**
 * The least left margin, which contains the numbers of the axis, and the width of one of their characters, in pixels.
 */
const LEAST_MARGIN_LEFT = 36
const CHARACTER_WIDTH = 8

const plotIn = (width: number, height: number, days: readonly ChartDay[]): Plot => ({
  // One more character is the gap between the numbers and the plot.
  left: Math.max(LEAST_MARGIN_LEFT, (shownCompact(greatestOf(days)).length + 1) * CHARACTER_WIDTH),
  right: width - MARGIN_RIGHT,
  top: MARGIN_TOP,
  ground: height - MARGIN_BOTTOM,
})

/**
 * Returns the index of the marked day, and the handlers that mark one by mouse, touch or keyboard. A day marked by
 * touch stays marked until the chart loses the focus. The keyboard starts at the last day.
 */
function useMarkedDay(days: number, plot: Plot) {
  const [at, setAt] = useState<number | null>(null)
  const last = days - 1
  const shown = at === null ? null : Math.min(at, last)
  const follow = (event: PointerEvent<HTMLElement>) =>
    setAt(dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left, days, plot))
  const handlers = {
    onPointerDown: follow,
    onPointerMove: follow,
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setAt(null),
    onFocus: (event: FocusEvent) => event.currentTarget.matches(':focus-visible') && setAt(last),
    onBlur: () => setAt(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAt(null)
      const next = stepDay(event.key, shown ?? last, days)
      if (next === null) return
      event.preventDefault()
      setAt(next)
    },
  }
  return { at: shown, handlers }
}

interface DayChartProps {
  /** The accessible name. */
  label: string
  days: readonly ChartDay[]
  /** The current day in the account's time zone. */
  today: string
  names: SeriesNames
  /** The numbers of a day in words. */
  spoken: (day: ChartDay) => string
  /** The labels of parts of a day, or of several days; without them each is a day. */
  short?: (date: string) => string
  long?: (date: string) => string
  /** One more line about a day, beside its numbers. */
  more?: (day: ChartDay) => string
}

/**
 * Draws one series as bars and one as a line with points, at the measured size. The chart is a slider over the days, so
 * that keyboards and screen readers reach the numbers of each day.
 */
export function DayChart({ label, days, today, names, spoken, short, long = weekdayText, more }: DayChartProps) {
  const t = useText()
  const shortDay = (date: string) => (date === today ? t('ui.chart.today') : dateText(date))
  const [frame, { width, height }] = useMeasuredSize()
  const plot = plotIn(width, height, days)
  const { at, handlers } = useMarkedDay(days.length, plot)
  const drawing = width > plot.left ? drawDays(days, plot) : null
  const announced = days[at ?? days.length - 1]
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={at ?? days.length - 1}
      aria-valuetext={announced && spoken(announced)}
      {...handlers}
      className="relative h-[192px] cursor-default touch-pan-y rounded-sm select-none sm:h-[252px]"
    >
      {drawing && <ChartSvg drawing={drawing} plot={plot} at={at} today={today} short={short ?? shortDay} />}
      <Suspense>
        {drawing && at !== null && (
          <ChartTooltip drawing={drawing} plot={plot} at={at} names={names} long={long} more={more} />
        )}
      </Suspense>
    </div>
  )
}
