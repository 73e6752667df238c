import type { Export } from '@hongyan/contract/endpoints/messaging/exports'
import { exportKinds } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useToday } from '../../../api/use-today.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table.tsx'
import { CreatedCell, DownloadCell, FileCell, NameCell, RangeCell, StateCell } from './cells.tsx'
import { kindTitles, statusTitles } from './labels.ts'
import { filtersIn, newOrder, type Order, orderOf } from './order.ts'
import { useExports } from './queries.ts'
import { RemoveAlert } from './remove-alert.tsx'
import { RowMenu } from './row-menu.tsx'
import { daysOfNew, type ExportFilter, type ExportSearch, filterOf, readSearch } from './search.ts'
import { StackedExport } from './stacked-export.tsx'
import { type Acts, ActsContext } from './use-acts.ts'

const CreateDialog = lazy(() => import('./create-dialog.tsx'))

const columns: readonly Column<Export>[] = [
  { title: 'exports.name', cell: (row) => <NameCell row={row} />, fixed: true, bar: 140 },
  { title: 'exports.content', cell: (row) => <RangeCell row={row} />, bar: 120 },
  { title: 'exports.status', cell: (row) => <StateCell row={row} />, bar: 90 },
  { title: 'exports.created', cell: (row) => <CreatedCell row={row} />, bar: 80 },
  { title: 'exports.file', cell: (row) => <FileCell row={row} />, end: true, bar: 70 },
  {
    title: 'ui.actions',
    cell: (row) => (
      <span className="inline-flex items-center gap-1">
        <DownloadCell row={row} />
        <RowMenu row={row} />
      </span>
    ),
    end: true,
    quiet: true,
    fixed: true,
    bar: 28,
  },
]
const statuses = Object.values(ExportJobStatus)
const idOf = ({ id }: Export) => id
const stacked = (row: Export) => <StackedExport row={row} />

function Filters({ filter, onChange }: { filter: ExportFilter; onChange: (filter: ExportFilter) => void }) {
  const t = useText()
  return (
    <FilterBar count={Object.keys(filter).length} onClear={() => onChange({})}>
      <ChoiceFilter
        label={t('exports.status')}
        value={filter.status}
        values={statuses}
        title={(status) => t(statusTitles[status])}
        onChange={(status) => onChange(withPart(filter, 'status', status))}
      />
      <ChoiceFilter
        label={t('exports.kind')}
        value={filter.kind}
        values={exportKinds}
        title={(kind) => t(kindTitles[kind])}
        onChange={(kind) => onChange(withPart(filter, 'kind', kind))}
      />
    </FilterBar>
  )
}

/** The order that the address asks for; null where it asks for none. */
function useAsked(search: ExportSearch): Order | null {
  const { new: kind, where } = search
  const { time_zone: zone } = useAccount()
  const language = useLocale()
  const today = useToday()
  if (kind === undefined) return null
  const filters = where === undefined ? {} : filtersIn(where)
  return newOrder({ kind, ...daysOfNew(search, today), filters }, { zone, language })
}

/** Screens S5: files of the account's records. */
export function ExportsPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.exports })
  const search = readSearch(useSearch({ from: paths.exports }))
  const filter = filterOf(search)
  const list = useExports(filter)
  const asked = useAsked(search)
  const [repeated, setRepeated] = useState<Order | null>(null)
  const [removed, setRemoved] = useState<Export | null>(null)
  const acts = useMemo((): Acts => ({ remove: setRemoved, again: (row) => setRepeated(orderOf(row)) }), [])
  const change = (next: ExportSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const create = (
    <Button
      tone="primary"
      icon={Plus}
      onClick={() => change({ ...filter, new: 'messages' })}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
    >
      {t('exports.new')}
    </Button>
  )
  const isNarrowed = Object.keys(filter).length > 0
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0 && !isNarrowed
  const order = repeated ?? asked
  const close = () => {
    setRepeated(null)
    change(filter)
  }
  const empty = isNarrowed ? (
    <EmptyState
      title={t('exports.noMatch')}
      text={t('exports.noMatchText')}
      action={<Button onClick={() => change({})}>{t('list.clear')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('exports.none')}
      text={t('exports.noneText')}
      action={
        <span className="grid justify-items-center gap-3">
          {create}
          <Link to={paths.logs} className="text-sm text-link">
            {t('exports.toLogs')}
          </Link>
        </span>
      }
    />
  )
  return (
    <ActsContext value={acts}>
      <ListScreen
        name="exports"
        header={
          <PageHeader
            title={t('exports.title')}
            description={t('exports.description')}
            crumbs={[{ title: t('shell.messaging') }]}
            action={isEmpty ? undefined : create}
          />
        }
        filters={isEmpty ? undefined : <Filters filter={filter} onChange={change} />}
        list={list}
        label={t('exports.title')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        controls
        tall
        empty={empty}
        failedTitle={t('exports.failedTitle')}
      />
      {order !== null && (
        <Suspense>
          <CreateDialog initial={order} onClose={close} />
        </Suspense>
      )}
      {removed !== null && <RemoveAlert row={removed} onClose={() => setRemoved(null)} />}
    </ActsContext>
  )
}
