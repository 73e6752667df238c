import type { AnalyticsSummary } from '@hongyan/contract/endpoints/messaging/analytics'
import { type AnalyticsDimension, analyticsDimensions } from '@hongyan/contract/vocabulary/analytics'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { withPart, withRange } from '../../../ui/list/address.ts'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { rangeText } from '../../../ui/list/range-text.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Breakdown, dimensionTitles } from './breakdown.tsx'
import { DaysCard } from './days-card.tsx'
import { FigureCards, WaitingCards } from './figure-cards.tsx'
import { Figure, RowsContext } from './links.tsx'
import { type FigureQuery, useFigures } from './queries.ts'
import { type AnalyticsSearch, rangeOf, readSearch, shownDays } from './search.ts'

interface ControlsProps {
  search: AnalyticsSearch
  today: string
  summary: AnalyticsSummary | undefined
  onChange: (search: AnalyticsSearch) => void
}

/** The days, the comparison, and as of when the figures are. */
function Controls({ search, today, summary, onChange }: ControlsProps) {
  const t = useText()
  const previous = summary?.previous ?? null
  const at = summary?.counted_at ?? null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <RangePicker
        value={rangeOf(search)}
        today={today}
        openEnded={null}
        onChange={(range) => onChange(withRange(search, range))}
      />
      <Switch
        checked={search.compare !== undefined}
        onChange={({ target }) => onChange(withPart(search, 'compare', target.checked ? 'previous' : undefined))}
      >
        {t('analytics.compare')}
      </Switch>
      <p role="status" className="text-sm text-ink-3 sm:ml-auto">
        {previous !== null && t('analytics.comparedWith', { range: rangeText(previous) })}
        {previous !== null && at !== null && ' · '}
        {at !== null && (
          <>
            {t('analytics.asOf')} <Moment at={at} seconds />
          </>
        )}
      </p>
    </div>
  )
}

/** Remarks on figures that would mislead without them. */
function Remarks({ summary: { total } }: { summary: AnalyticsSummary }) {
  const t = useText()
  const unrated = total.messages - total.rated.messages
  if (unrated === 0 && total.refused === 0) return null
  return (
    <div className="grid gap-1 text-xs text-ink-3">
      {unrated > 0 && <p>{t('analytics.unrated', { count: unrated })}</p>}
      {total.refused > 0 && (
        <p>
          <Figure of="refused">{t('analytics.refusedRecipients', { count: total.refused })}</Figure>
        </p>
      )}
    </div>
  )
}

/** Replaces the figures of days without messages. The docs have a first message to copy, with the account's own key. */
function NoMessages() {
  const t = useText()
  return (
    <Card>
      <EmptyState
        title={t('analytics.none')}
        text={t('analytics.noneText')}
        action={
          <a href={paths.docs} className={buttonLooks('primary')}>
            {t('analytics.sendFirst')}
          </a>
        }
      />
    </Card>
  )
}

interface ContentProps {
  search: AnalyticsSearch
  query: FigureQuery
  today: string
  summary: AnalyticsSummary
  onChange: (search: AnalyticsSearch) => void
}

function Content({ search, query, today, summary, onChange }: ContentProps) {
  const t = useText()
  const tabs = analyticsDimensions.map((by) => ({
    value: by,
    title: t(dimensionTitles[by]),
    view: <Breakdown by={by} query={query} />,
  }))
  const [first] = analyticsDimensions
  return (
    <div className="grid gap-4">
      <FigureCards summary={summary} />
      <Remarks summary={summary} />
      <DaysCard
        summary={summary}
        today={today}
        isTable={search.view === 'table'}
        onChange={(isTable) => onChange(withPart(search, 'view', isTable ? 'table' : undefined))}
      />
      <div className="mt-4 min-w-0">
        <Tabs<AnalyticsDimension>
          label={t('analytics.breakdown')}
          tabs={tabs}
          value={search.by ?? first}
          onChange={(by) => onChange(withPart(search, 'by', by === first ? undefined : by))}
        />
      </div>
    </div>
  )
}

/** The insights page (ruling 23): figures of the account's messages, each of which leads to its messages in the log. */
export function AnalyticsPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.analytics })
  const search = readSearch(useSearch({ from: paths.analytics }))
  const today = useToday()
  const days = shownDays(search, today)
  const query = { ...days, ...(search.compare && { compare: search.compare }) }
  const { data: summary, refreshing, error, retry } = useFigures(query)
  const rows = useMemo(() => ({ from: days.from, to: days.to }), [days.from, days.to])
  const change = (next: AnalyticsSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const isEmpty = summary !== undefined && summary.total.messages + summary.total.refused === 0
  return (
    <RowsContext value={rows}>
      <PageHeader
        title={t('analytics.title')}
        description={t('analytics.description')}
        crumbs={[{ title: t('shell.messaging') }, { title: t('shell.logs'), path: paths.logs }]}
      />
      <Controls search={search} today={today} summary={summary} onChange={change} />
      {error && !refreshing && summary === undefined ? (
        <Card>
          <ErrorPanel title={t('analytics.failedTitle')} error={error} onRetry={retry} />
        </Card>
      ) : summary === undefined ? (
        <WaitingCards />
      ) : isEmpty ? (
        <NoMessages />
      ) : (
        <div aria-busy={refreshing} className={cx(refreshing && 'opacity-60')}>
          <Content search={search} query={query} today={today} summary={summary} onChange={change} />
        </div>
      )}
    </RowsContext>
  )
}
