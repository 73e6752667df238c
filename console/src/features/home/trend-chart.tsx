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
 * The margins of the plot in pixels: below for the dates, above for half a line of the highest number, on the right for
 * the end of the last date.
 */
const BELOW = 28
const ABOVE = 8
const BEHIND = 4
/** The least margin on the left, for the numbers, and the width of one character of a number, in pixels. */
const NUMBERS = 36
const CHARACTER = 8

const plotIn = (width: number, height: number, days: readonly DayCount[]): Plot => ({
  left: Math.max(NUMBERS, (shownCompact(greatestOf(days)).length + 1) * CHARACTER),
  right: width - BEHIND,
  top: ABOVE,
  ground: height - BELOW,
})

/**
 * The index of the marked day, and the handlers that mark one by mouse, touch or keyboard. A touched day stays marked
 * until the focus moves.
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

/** Messages as bars and recipients as a line with points, at the measured width. */
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
