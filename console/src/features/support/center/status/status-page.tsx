import type { NetworkRow } from '@hongyan/contract/endpoints/support/status'
import { useState } from 'react'
import { useCountryName } from '../../../../api/regions.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Card } from '../../../../ui/card.tsx'
import { CountryChip } from '../../../../ui/country-chip.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { SearchField } from '../../../../ui/search-field.tsx'
import { Dot } from '../../../../ui/status.tsx'
import { type Column, Table } from '../../../../ui/table.tsx'
import { TextPlaceholder } from '../../../../ui/text-placeholder.tsx'
import { channelTitles, medianText, NetworkStateMark, shareText } from './figures.tsx'
import { IncidentCard } from './incident-card.tsx'
import { useStatus } from './queries.ts'
import { summaryOf } from './summary.ts'

function CountryCell({ row: { country } }: { row: NetworkRow }) {
  const countryName = useCountryName()
  return (
    <span className="inline-flex items-center gap-2">
      <CountryChip>{country}</CountryChip>
      {countryName(country)}
    </span>
  )
}

function ChannelCell({ row: { channel } }: { row: NetworkRow }) {
  const t = useText()
  return t(channelTitles[channel])
}

const columns: readonly Column<NetworkRow>[] = [
  { title: 'status.country', cell: (row) => <CountryCell row={row} />, bar: 140 },
  { title: 'status.channel', cell: (row) => <ChannelCell row={row} />, bar: 40 },
  { title: 'status.state', cell: ({ state }) => <NetworkStateMark state={state} />, bar: 90 },
  { title: 'status.delivered', cell: shareText, end: true, bar: 50 },
  { title: 'status.median', cell: medianText, end: true, bar: 50 },
  { title: 'status.since', cell: ({ since }) => <Moment at={since} minutes />, end: true, bar: 80 },
]

function StackedRow({ row }: { row: NetworkRow }) {
  const t = useText()
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-4">
        <CountryCell row={row} />
        <NetworkStateMark state={row.state} />
      </div>
      <p className="text-ink-3 tabular-nums">
        {t(channelTitles[row.channel])}
        {row.delivered !== null && ` · ${t('status.deliveredShare', { share: shareText(row) })}`}
        {row.median_ms !== null && ` · ${medianText(row)}`}
      </p>
    </div>
  )
}

const stacked = (row: NetworkRow) => <StackedRow row={row} />
const keyOf = ({ country, channel }: NetworkRow) => `${country} ${channel}`
const WAITING_ROWS = 8

type Status = NonNullable<ReturnType<typeof useStatus>['status']>

/** The rows of countries whose name or code has the typed text. */
function useFound(rows: readonly NetworkRow[], typed: string): readonly NetworkRow[] {
  const countryName = useCountryName()
  const text = typed.trim().toLowerCase()
  return rows.filter(
    ({ country }) => country.toLowerCase() === text || countryName(country).toLowerCase().includes(text),
  )
}

function Countries({ rows }: { rows: readonly NetworkRow[] }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const found = useFound(rows, typed)
  return (
    <section aria-labelledby="status-countries" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="status-countries" className="text-md font-semibold">
          {t('status.countries')}
        </h2>
        <SearchField
          label={t('status.search')}
          placeholder={t('status.search')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="w-full sm:w-64"
        />
      </div>
      {found.length === 0 ? (
        <Card>
          <EmptyState
            title={t(rows.length === 0 ? 'status.none' : 'status.noMatch')}
            text={t(rows.length === 0 ? 'status.noneText' : 'status.noMatchText')}
          />
        </Card>
      ) : (
        <Table label={t('status.countries')} columns={columns} rows={found} rowKey={keyOf} stacked={stacked} />
      )}
      <p className="text-xs text-ink-3">{t('status.note')}</p>
    </section>
  )
}

/** The lines and rows of a status that is loading. Nothing of it stays, so nothing moves when the incidents come. */
function Waiting() {
  const t = useText()
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-md">
        <TextPlaceholder width={260} />
      </p>
      <Table
        label={t('status.countries')}
        columns={columns}
        rows={[]}
        rowKey={keyOf}
        stacked={stacked}
        waiting={WAITING_ROWS}
      />
    </div>
  )
}

function Loaded({ status }: { status: Status }) {
  const t = useText()
  const countryName = useCountryName()
  const summary = summaryOf(status.rows, countryName)
  return (
    <div className="grid grid-cols-1 gap-6">
      <p role="status" className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-md font-semibold">
        <Dot tone={summary.tone} />
        {t(summary.text, summary.values)}
        <span className="text-sm font-normal text-ink-3">
          {t('status.asOf')} <Moment at={status.to} seconds />
        </span>
      </p>
      {status.incidents.length > 0 && (
        <section aria-labelledby="status-incidents" className="grid grid-cols-1 gap-3">
          <h2 id="status-incidents" className="text-md font-semibold">
            {t('status.incidents')}
          </h2>
          {status.incidents.map((incident) => (
            <IncidentCard key={incident.id} incident={incident} />
          ))}
        </section>
      )}
      <Countries rows={status.rows} />
    </div>
  )
}

/** The delivery of every country and channel by the newest messages, and the incidents of the last two weeks. */
export function StatusPage() {
  const t = useText()
  const { status, error, retry } = useStatus()
  return (
    <>
      <PageHeader
        title={t('status.title')}
        description={t('status.description')}
        crumbs={[{ title: t('status.toSupport'), path: paths.support }]}
      />
      {error ? (
        <Card>
          <ErrorPanel title={t('status.failed')} error={error} onRetry={retry} />
        </Card>
      ) : status ? (
        <Loaded status={status} />
      ) : (
        <Waiting />
      )}
    </>
  )
}
