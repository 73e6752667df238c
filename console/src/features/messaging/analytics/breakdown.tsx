import type { Breakdown as Rows, BreakdownRow } from '@hongyan/contract/endpoints/messaging/analytics'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { AnalyticsDimension } from '@hongyan/contract/vocabulary/analytics'
import { useCountryName } from '../../../api/regions.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { errorPageOf } from '../../../lib/error-page.ts'
import { channelName } from '../../../ui/channel-name.ts'
import { Card } from '../../../ui/card.tsx'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type CellName, cellsOf, figureColumns, type FigureRow } from './cells.tsx'
import { type FigureQuery, useBreakdown } from './queries.ts'
import { StackedFigures } from './stacked-figures.tsx'

/** A row of the table. That of all others has the number of their keys. */
type Row = FigureRow & Partial<Pick<BreakdownRow, 'key' | 'name' | 'receipt' | 'reason'>> & { readonly keys?: number }

export const dimensionTitles = {
  country: 'analytics.country',
  upstream: 'analytics.upstream',
  template: 'analytics.template',
  error: 'analytics.error',
  credential: 'analytics.credential',
} as const satisfies Readonly<Record<AnalyticsDimension, TextId>>

/** The names of messages without a key. */
const noneTitles = {
  country: 'analytics.noCountry',
  upstream: 'analytics.noUpstream',
  template: 'analytics.freeText',
  error: 'analytics.noError',
  credential: 'analytics.console',
} as const satisfies Readonly<Record<AnalyticsDimension, TextId>>

const wide: readonly CellName[] = ['messages', 'delivered', 'rate', 'failed', 'p50', 'p95', 'cost', 'costPerDelivered']
const wideErrors: readonly CellName[] = ['all', 'cost']
const narrow: readonly CellName[] = ['messages', 'delivered', 'rate', 'p95', 'cost', 'costPerDelivered']

const rowsOf = ({ rows, others }: Rows): readonly Row[] => [
  ...rows,
  ...(others === null ? [] : [{ ...others, key: null, previous: null }]),
]

/** The key of a row in the filters of the log; null where these select no such messages. */
function filterOf(by: AnalyticsDimension, { key = null, keys }: Row): { by: AnalyticsDimension; key: string } | null {
  if (keys !== undefined) return null
  if (key !== null) return { by, key }
  return by === 'template' || by === 'credential' ? { by, key: 'none' } : null
}

function useNames(by: AnalyticsDimension): (row: Row) => string {
  const t = useText()
  const locale = useLocale()
  const countryName = useCountryName()
  return ({ key = null, name = null, reason, keys }) => {
    if (keys !== undefined) return t('analytics.others', { count: keys })
    if (key === null) return t(noneTitles[by])
    if (by === 'upstream') return channelName({ code: key, name }, t, locale)
    return by === 'country' ? countryName(key) : (reason?.what ?? name ?? key)
  }
}

const sideTitles = {
  customer: 'analytics.sideCustomer',
  us: 'analytics.sideUs',
  carrier: 'analytics.sideCarrier',
  recipient: 'analytics.sideRecipient',
} as const

interface NameProps {
  by: AnalyticsDimension
  row: Row
  name: string
}

/** The key of a row, as the customer knows it, with a remark on its figures. */
function Name({ by, row: { key = null, receipt, reason, refused, messages }, name }: NameProps) {
  const t = useText()
  return (
    <span className="grid gap-0.5 py-1">
      <span className="flex items-center gap-2">
        {by === 'country' && key !== null && <CountryChip>{key}</CountryChip>}
        <span className={by === 'credential' && key !== null ? 'font-mono text-xs wrap-anywhere' : 'wrap-anywhere'}>
          {name}
        </span>
      </span>
      {receipt === 'network' && <span className="text-xs text-ink-3">{t('analytics.network')}</span>}
      {reason && (
        <span className="text-xs text-ink-3">
          <a href={errorPageOf(reason.code)} target="_blank" rel="noopener" className="font-mono text-link">
            {reason.code}
          </a>{' '}
          · {t(sideTitles[reason.side])}
          {refused > 0 && messages === 0 && ` · ${t('analytics.refusedAtOnce')}`}
        </span>
      )}
    </span>
  )
}

/** The columns of a kind of keys, and a key on a narrow screen. */
function layoutOf(by: AnalyticsDimension, currency: Currency, nameOf: (row: Row) => string) {
  const cells = cellsOf<Row>({ currency, nameOf, rows: (row) => filterOf(by, row) })
  const isErrors = by === 'error'
  const name = (row: Row) => <Name by={by} row={row} name={nameOf(row)} />
  const columns: readonly Column<Row>[] = [
    { title: dimensionTitles[by], cell: name, fixed: true },
    ...figureColumns(cells, isErrors ? wideErrors : wide),
  ]
  const stacked = (row: Row) => (
    <StackedFigures title={name(row)} row={row} cells={cells} names={isErrors ? wideErrors : narrow} />
  )
  return { columns, stacked }
}

const keyOf = ({ key = null, keys }: Row): string => (keys === undefined ? `key ${key}` : 'others')

interface BreakdownProps {
  by: AnalyticsDimension
  query: FigureQuery
}

/** The largest keys of a kind with their figures, and all others as one row. */
export function Breakdown({ by, query }: BreakdownProps) {
  const t = useText()
  const nameOf = useNames(by)
  const { data, refreshing, error, retry } = useBreakdown(query, by)
  if (!data && error) {
    return (
      <Card>
        <ErrorPanel title={t('analytics.failedTitle')} error={error} onRetry={retry} />
      </Card>
    )
  }
  if (!data) return <Skeleton label={t('ui.loading')} />
  const rows = rowsOf(data)
  if (rows.length === 0) {
    return (
      <Card>
        <p className="py-6 text-center text-ink-2">{t('analytics.noRows')}</p>
      </Card>
    )
  }
  return (
    <Table
      {...layoutOf(by, data.currency, nameOf)}
      label={t('analytics.by', { by: t(dimensionTitles[by]) })}
      rows={rows}
      rowKey={keyOf}
      controls
      refreshing={refreshing}
    />
  )
}
