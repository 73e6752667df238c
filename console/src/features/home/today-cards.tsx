import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { formatNumber, useText } from '../../i18n/text.ts'
import { TextPlaceholder } from '../../ui/text-placeholder.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import type { Figures } from './figures.ts'
import { DASH, shownAverage, shownRate } from './formats.ts'
import { type BeforeCounts, todayCards, type TodayFigure } from './today-figures.ts'
import { Yesterday } from './yesterday.tsx'

/** A count, or a rate with a dimmed percent sign. */
function Figure({ value, rate }: { value: number; rate: boolean }) {
  if (!rate) return formatNumber(value)
  return (
    <>
      {shownRate(value)}
      <span className="ml-0.5 text-[20px] leading-none text-ink-3">%</span>
    </>
  )
}

/**
 * The change with its arrow, or a dash for one that rounds to zero. It is grey, because it compares a part of a day with a
 * whole one.
 */
function Change({ diff, rate }: { diff: number; rate: boolean }) {
  const t = useText()
  const shown = shownRate(Math.abs(diff))
  const direction = shown === shownRate(0) ? 0 : Math.sign(diff)
  return (
    <>
      <span className="inline-flex items-center gap-0.5">
        {direction === 0 ? (
          <span aria-hidden>{DASH}</span>
        ) : (
          <Icon of={direction > 0 ? ArrowUp : ArrowDown} size={12} />
        )}
        {direction !== 0 && <span className="sr-only">{t(direction > 0 ? 'home.up' : 'home.down')}</span>}
        {rate ? t('home.points', { value: shown }) : `${shown}%`}
      </span>
      {t('home.vsYesterday')}
    </>
  )
}

interface CardProps {
  title: string
  figure: TodayFigure | null
  rate: boolean
  waiting: boolean
  yesterday: DayCount | null
  before: (counts: BeforeCounts) => number | null
}

function TodayCard({ title, figure, rate, waiting, yesterday, before }: CardProps) {
  const t = useText()
  const id = useId()
  const line = (bone: number, value: keyof TodayFigure, show: (value: number) => ReactNode) => {
    if (waiting) return <TextPlaceholder width={bone} />
    const known = figure?.[value] ?? null
    return known === null ? DASH : show(known)
  }
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col bg-raised p-4 sm:px-6 sm:py-5">
      <div className="flex items-center justify-between gap-1">
        <p id={id} className="text-sm text-ink-2">
          {title}
        </p>
        {/* Its height is not that of the row, which stands before the figures arrive. */}
        <span className="-my-1 inline-flex">
          {yesterday && (
            <Yesterday
              title={title}
              day={yesterday}
              of={before}
              show={(value) => (rate ? `${shownRate(value)}%` : formatNumber(value))}
            />
          )}
        </span>
      </div>
      <p className="mt-1 text-figure font-semibold">
        {line(88, 'today', (value) => (
          <Figure value={value} rate={rate} />
        ))}
      </p>
      <p className="mt-1 mb-2 flex min-h-4 flex-wrap items-center gap-x-2 text-xs text-ink-3">
        {line(112, 'diff', (value) => (
          <Change diff={value} rate={rate} />
        ))}
      </p>
      <p className="mt-auto flex justify-between gap-2 border-t border-line pt-2 text-xs">
        <span className="text-ink-3">{t('home.dailyAverage')}</span>
        <span className="text-ink-2 tabular-nums">
          {line(40, 'average', (value) => (rate ? `${shownRate(value)}%` : shownAverage(value)))}
        </span>
      </p>
    </div>
  )
}

interface TodayCardsProps {
  /** Null while loading and after a failure. */
  figures: Figures | null
  waiting: boolean
}

/** The four figures of today. */
export function TodayCards({ figures, waiting }: TodayCardsProps) {
  const t = useText()
  return (
    <section
      aria-label={t('home.today')}
      aria-busy={waiting}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line min-[1100px]:grid-cols-4"
    >
      {todayCards.map(({ title, rate = false, of, before }) => (
        <TodayCard
          key={title}
          title={t(title)}
          rate={rate}
          figure={figures && of(figures)}
          waiting={waiting}
          yesterday={figures?.yesterday ?? null}
          before={before}
        />
      ))}
    </section>
  )
}
