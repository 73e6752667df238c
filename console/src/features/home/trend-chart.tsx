import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import { lazy, Suspense, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import { useText } from '../../i18n/text.ts'
import { useMeasuredSize } from '../../ui/measured-size.ts'
import { weekdayText } from './day-text.ts'
import { shownCompact } from './formats.ts'
import { dayAt, drawTrend, greatestOf, stepDay, type Plot } from './trend-drawing.ts'
import { TrendSvg } from './trend-svg.tsx'

const TrendTooltip = lazy(() => import('./trend-tooltip.tsx'))

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

const plotIn = (width: number, height: number, days: readonly DayCount[]): Plot => ({
  // One more character is the gap between the numbers and the plot.
  left: Math.max(LEAST_MARGIN_LEFT, (shownCompact(greatestOf(days)).length + 1) * CHARACTER_WIDTH),
  right: width - MARGIN_RIGHT,
  top: MARGIN_TOP,
  ground: height - MARGIN_BOTTOM,
})

/**
 * Returns the index of the marked day, and the handlers that mark one by mouse, touch or keyboard. A day marked by
 * touch stays marked until the chart loses the focus. The keyboard starts at today.
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

/**
 * Draws messages as bars and recipients as a line with points, at the measured size. The chart is a slider over the
 * days, so that keyboards and screen readers reach the numbers of each day.
 */
export function TrendChart({ days }: { days: readonly DayCount[] }) {
  const t = useText()
  const [frame, { width, height }] = useMeasuredSize()
  const plot = plotIn(width, height, days)
  const { at, handlers } = useMarkedDay(days.length, plot)
  const drawing = width > plot.left ? drawTrend(days, plot) : null
  const announced = days[at ?? days.length - 1]
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={t('home.chart.label')}
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={at ?? days.length - 1}
      aria-valuetext={
        announced &&
        t('home.chart.value', {
          day: weekdayText(announced.date),
          messages: announced.msg_cnt,
          recipients: announced.to_cnt,
        })
      }
      {...handlers}
      className="relative h-[192px] cursor-default touch-pan-y rounded-sm select-none sm:h-[252px]"
    >
      {drawing && <TrendSvg drawing={drawing} plot={plot} at={at} />}
      <Suspense>{drawing && at !== null && <TrendTooltip drawing={drawing} plot={plot} at={at} />}</Suspense>
    </div>
  )
}
