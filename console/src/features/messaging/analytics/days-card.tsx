import type { AnalyticsDay, AnalyticsSummary } from '@hongyan/contract/endpoints/messaging/analytics'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { useMemo } from 'react'
import { useText } from '../../../i18n/text.ts'
import { Card } from '../../../ui/card.tsx'
import { DayChart } from '../../../ui/chart/day-chart.tsx'
import { weekdayText } from '../../../ui/chart/day-text.ts'
import { Legend } from '../../../ui/chart/series-marks.tsx'
import { Segmented } from '../../../ui/choice.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { cellsOf, figureColumns } from './cells.tsx'
import { StackedFigures } from './stacked-figures.tsx'

const dateCell = ({ date }: AnalyticsDay) => <span className="whitespace-nowrap">{weekdayText(date)}</span>

/** The columns of the days, and a day on a narrow screen. */
function layoutOf(currency: Currency) {
  const cells = cellsOf<AnalyticsDay>({
    currency,
    nameOf: ({ date }) => weekdayText(date),
    rows: ({ date }) => ({ from: date, to: date }),
  })
  const columns: readonly Column<AnalyticsDay>[] = [
    { title: 'analytics.date', cell: dateCell },
    ...figureColumns(cells, ['messages', 'delivered', 'rate', 'failed', 'p95', 'cost', 'recipients']),
  ]
  const stacked = (day: AnalyticsDay) => (
    <StackedFigures
      title={weekdayText(day.date)}
      row={day}
      cells={cells}
      names={['messages', 'delivered', 'rate', 'p95', 'cost', 'recipients']}
    />
  )
  return { columns, stacked }
}

const dateOf = ({ date }: AnalyticsDay) => date

function DayTable({ days, currency }: Pick<AnalyticsSummary, 'days' | 'currency'>) {
  const t = useText()
  const layout = useMemo(() => layoutOf(currency), [currency])
  return <Table {...layout} label={t('analytics.byDay')} rows={days.toReversed()} rowKey={dateOf} />
}

interface DaysCardProps {
  summary: AnalyticsSummary
  today: string
  isTable: boolean
  onChange: (isTable: boolean) => void
}

/** Messages and delivered messages of each day, as a chart or as a table with every figure. */
export function DaysCard({ summary: { days, currency }, today, isTable, onChange }: DaysCardProps) {
  const t = useText()
  const names = { bar: t('analytics.messages'), line: t('analytics.delivered') }
  const drawn = useMemo(() => days.map(({ date, messages: bar, delivered: line }) => ({ date, bar, line })), [days])
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="font-semibold">{t('analytics.byDay')}</h2>
        <Segmented
          label={t('analytics.view')}
          choices={[
            { value: 'chart', title: t('analytics.chart') },
            { value: 'table', title: t('analytics.table') },
          ]}
          value={isTable ? 'table' : 'chart'}
          onChange={(view) => onChange(view === 'table')}
        />
      </div>
      {isTable ? (
        <DayTable days={days} currency={currency} />
      ) : (
        <>
          <Legend names={names} />
          <div className="mt-2 min-h-[192px] sm:min-h-[252px]">
            <DayChart
              label={t('analytics.chartLabel')}
              days={drawn}
              today={today}
              names={names}
              spoken={({ date, bar: messages, line: delivered }) =>
                t('analytics.dayValue', { day: weekdayText(date), messages, delivered })
              }
            />
          </div>
        </>
      )}
    </Card>
  )
}
