import type { DayCount } from '@hongyan/contract/endpoints/messaging/statistics'
import type { StatisticsPeriod } from '@hongyan/contract/limits/screens'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { DayChart } from '../../ui/chart/day-chart.tsx'
import { weekdayText } from '../../ui/chart/day-text.ts'
import { Legend } from '../../ui/chart/series-marks.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Mark } from '../../ui/logo.tsx'
import { barCount } from './bar-count.ts'
import { DayTable } from './day-table.tsx'
import { hasRecords, type Figures } from './figures.ts'
import { daysOf } from './period.ts'
import { PeriodChoice } from './period-choice.tsx'
import { useScreenSize } from './screen-size.ts'
import type { Summary } from './summary.ts'
import { TrendSums } from './trend-sums.tsx'

function Chart({ days }: { days: readonly DayCount[] | null }) {
  const t = useText()
  const screen = useScreenSize()
  const names = { bar: t('home.messages'), line: t('home.recipients') }
  return (
    <>
      <div className="mt-5">
        <Legend names={names} />
      </div>
      <div className="mt-2 min-h-[192px] sm:min-h-[252px]">
        {days && (
          <DayChart
            label={t('home.chart.label')}
            days={days
              .slice(-barCount(screen, days.length))
              .map(({ date, msg_cnt: bar, to_cnt: line }) => ({ date, bar, line }))}
            today={days.at(-1)?.date ?? ''}
            names={names}
            spoken={({ date, bar: messages, line: recipients }) =>
              t('home.chart.value', { day: weekdayText(date), messages, recipients })
            }
          />
        )}
      </div>
    </>
  )
}

/** As high as the chart with its figures, so that the empty state does not shift the page. */
const CHART_HIGH = 'min-h-[450px] sm:min-h-[366px]'

function Centred({ high, children }: { high: string; children: ReactNode }) {
  return <div className={cx('grid place-content-center justify-items-center gap-3', high)}>{children}</div>
}

function NoRecords({ high }: { high: string }) {
  const t = useText()
  return (
    <Centred high={high}>
      <Mark size={28} className="text-ink-3" />
      <p className="text-sm text-ink-3">{t('home.noRecords')}</p>
    </Centred>
  )
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useText()
  return (
    <Centred high={CHART_HIGH}>
      <ErrorPanel title={t('home.failed')} error={error} onRetry={retry} />
    </Centred>
  )
}

interface TrendsProps {
  /** True where the account has no data yet. */
  firstRun: boolean
  period: StatisticsPeriod
  summary: Summary
  figures: Figures | null
}

function Content({ period, summary, figures }: TrendsProps) {
  const t = useText()
  const { days } = summary
  return (
    <div className={cx(summary.outdated && 'opacity-60')}>
      <TrendSums figures={figures} />
      <Chart days={days} />
      {days && <DayTable days={days} />}
      <p className="mt-3 text-xs text-ink-3">{t('home.footnote', { days: daysOf(period) })}</p>
    </div>
  )
}

/** The period's figures and chart. The choice of the period always stays usable. */
export function TrendsPanel(props: TrendsProps) {
  const t = useText()
  const { firstRun, period, summary } = props
  return (
    <section
      aria-labelledby="trends"
      aria-busy={summary.days === null || summary.outdated}
      className="rounded-lg border border-line bg-raised p-4 sm:px-6"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="trends" className="font-semibold">
          {t('home.trends')}
        </h2>
        <span className="flex items-center gap-4">
          {!firstRun && (
            <Link to={paths.analytics} search={{ period }} className="text-link">
              {t('home.analytics')}
            </Link>
          )}
          <PeriodChoice period={period} />
        </span>
      </div>
      {firstRun ? (
        <NoRecords high="min-h-28" />
      ) : summary.error ? (
        <Failed error={summary.error} retry={summary.retry} />
      ) : summary.days && !hasRecords(summary.days) ? (
        <NoRecords high={CHART_HIGH} />
      ) : (
        <Content {...props} />
      )}
    </section>
  )
}
