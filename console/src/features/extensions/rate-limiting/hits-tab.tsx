import type { RateHits } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useToday } from '../../../api/use-today.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { DayChart } from '../../../ui/chart/day-chart.tsx'
import { weekdayText } from '../../../ui/chart/day-text.ts'
import { Legend } from '../../../ui/chart/series-marks.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { useHits } from './queries.ts'
import { type HitPeriod, hitPeriods } from './search.ts'

const kinds = [
  { kind: 'rejected', title: 'rate-limiting.rejected' },
  { kind: 'dropped', title: 'rate-limiting.dropped' },
  { kind: 'alerted', title: 'rate-limiting.alerted' },
] as const

const columns: readonly Column<RateHits>[] = [
  { title: 'rate-limiting.date', cell: ({ date }) => weekdayText(date) },
  ...kinds.map(({ kind, title }): Column<RateHits> => ({ title, cell: (day) => formatNumber(day[kind]), end: true })),
]

function StackedDay({ day }: { day: RateHits }) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{weekdayText(day.date)}</span>
      <dl className="grid grid-cols-3 gap-2">
        {kinds.map(({ kind, title }) => (
          <div key={kind}>
            <dt className="text-xs text-ink-3">{t(title)}</dt>
            <dd className="tabular-nums">{formatNumber(day[kind])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const stackedDay = (day: RateHits) => <StackedDay day={day} />

function Sums({ days }: { days: readonly RateHits[] }) {
  const t = useText()
  return (
    <dl className="grid grid-cols-3 gap-x-4">
      {kinds.map(({ kind, title }) => (
        <div key={kind}>
          <dt className="text-xs text-ink-3">{t(title)}</dt>
          <dd className="mt-0.5 text-md font-semibold">
            {formatNumber(days.reduce((sum, day) => sum + day[kind], 0))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Chart({ days }: { days: readonly RateHits[] }) {
  const t = useText()
  const today = useToday()
  const names = { bar: t('rate-limiting.stopped'), line: t('rate-limiting.alerted') }
  const drawn = useMemo(
    () => days.map(({ date, rejected, dropped, alerted }) => ({ date, bar: rejected + dropped, line: alerted })),
    [days],
  )
  return (
    <div className="mt-5">
      <Legend names={names} />
      <div className="mt-2 min-h-[192px] sm:min-h-[252px]">
        <DayChart
          label={t('rate-limiting.chartLabel')}
          days={drawn}
          today={today}
          names={names}
          spoken={({ date, bar: stopped, line: alerted }) =>
            t('rate-limiting.dayValue', {
              day: weekdayText(date),
              stopped: formatNumber(stopped),
              alerted: formatNumber(alerted),
            })
          }
        />
      </div>
    </div>
  )
}

const refusals = [
  { error: 'recipient_rate_limited', title: 'rate-limiting.seeRules' },
  { error: 'day_cap_reached', title: 'rate-limiting.seeDayCap' },
  { error: 'country_cap_reached', title: 'rate-limiting.seeCountryCaps' },
] as const

/** Leads to the rejected messages, each with its explanation. */
function LogLinks() {
  const t = useText()
  return (
    <p className="mt-4 flex flex-wrap gap-x-4 gap-y-2 text-sm">
      {refusals.map(({ error, title }) => (
        <Link key={error} to={paths.logs} search={{ error }} className="text-link">
          {t(title)}
        </Link>
      ))}
    </p>
  )
}

interface HitsTabProps {
  period: HitPeriod
  isTable: boolean
  onPeriod: (period: HitPeriod) => void
  onTable: (isTable: boolean) => void
}

/** The messages that rules and caps stopped or reported, by day: a chart, and the table behind it. */
export function HitsTab({ period, isTable, onPeriod, onTable }: HitsTabProps) {
  const t = useText()
  const { days, error, refreshing, retry } = useHits(period)
  const isQuiet = days?.every(({ rejected, dropped, alerted }) => rejected + dropped + alerted === 0) ?? false
  return (
    <Card>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="font-semibold">{t('rate-limiting.hitsTitle')}</h2>
        <span className="flex flex-wrap items-center gap-3">
          <Segmented
            label={t('rate-limiting.period')}
            choices={hitPeriods.map((value) => ({ value, title: t(`rate-limiting.period.${value}`) }))}
            value={period}
            onChange={onPeriod}
          />
          <Segmented
            label={t('rate-limiting.view')}
            choices={[
              { value: 'chart', title: t('rate-limiting.chart') },
              { value: 'table', title: t('rate-limiting.table') },
            ]}
            value={isTable ? 'table' : 'chart'}
            onChange={(view) => onTable(view === 'table')}
          />
        </span>
      </div>
      {error ? (
        <ErrorPanel title={t('rate-limiting.hitsFailed')} error={error} onRetry={retry} />
      ) : days === undefined ? (
        <Skeleton label={t('ui.loading')} />
      ) : isQuiet ? (
        <EmptyState title={t('rate-limiting.noHit')} text={t('rate-limiting.noHitText')} />
      ) : (
        <div aria-busy={refreshing} className={refreshing ? 'opacity-60' : ''}>
          <Sums days={days} />
          {isTable ? (
            <div className="mt-5">
              <Table
                label={t('rate-limiting.hitsTitle')}
                columns={columns}
                rows={days.toReversed()}
                rowKey={({ date }) => date}
                stacked={stackedDay}
              />
            </div>
          ) : (
            <Chart days={days} />
          )}
          <LogLinks />
        </div>
      )}
    </Card>
  )
}
