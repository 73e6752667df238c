import type { Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table.tsx'
import { ActsContext, NO_ACTS, useActs } from './acts.ts'
import { usePhonebooks } from './queries.ts'
import { RemovePhonebook } from './remove-phonebook.tsx'
import { RowMenu } from './row-menu.tsx'
import { type PhonebooksSearch, readPhonebooksSearch, readText } from './search.ts'

const NameDialog = lazy(() => import('./name-dialog.tsx'))

interface CellProps {
  row: Phonebook
}

const NameCell = ({ row: { id, name } }: CellProps) => (
  <Link
    to={paths.phonebook}
    params={{ id }}
    data-opens
    className="font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
  >
    {name}
  </Link>
)

function FieldsCell({ row: { fields } }: CellProps) {
  return fields.length === 0 ? (
    <span className="text-ink-3">–</span>
  ) : (
    <span className="block max-w-[320px] truncate text-ink-2">{fields.join(' · ')}</span>
  )
}

function Menu({ row }: CellProps) {
  const t = useText()
  const { renameBook, removeBook } = useActs()
  const rename = {
    id: 'rename',
    title: t('phonebooks.rename'),
    icon: Pencil,
    unlessSuspended: true,
    act: () => renameBook(row),
  }
  return <RowMenu name={row.name} kind="phonebook" id={row.id} acts={[rename]} onRemove={() => removeBook(row)} />
}

const columns: readonly Column<Phonebook>[] = [
  { title: 'phonebooks.name', cell: (row) => <NameCell row={row} />, fixed: true, bar: 120 },
  { title: 'phonebooks.contacts', cell: ({ contacts }) => formatNumber(contacts), end: true, bar: 50 },
  { title: 'phonebooks.segments', cell: ({ segments }) => formatNumber(segments), end: true, bar: 30 },
  { title: 'phonebooks.fields', cell: (row) => <FieldsCell row={row} />, bar: 160 },
  { title: 'phonebooks.changed', cell: ({ updated_at: at }) => <Moment at={at} />, bar: 80 },
  { title: 'ui.actions', cell: (row) => <Menu row={row} />, end: true, quiet: true, fixed: true, bar: 28 },
]

function Stacked({ row }: CellProps) {
  const t = useText()
  const { contacts } = row
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <NameCell row={row} />
        <Menu row={row} />
      </div>
      <div className="flex items-baseline justify-between gap-4">
        <span className="tabular-nums">
          {t('phonebooks.contactCount', { count: contacts, number: formatNumber(contacts) })}
        </span>
        <span className="text-ink-3">
          <Moment at={row.updated_at} />
        </span>
      </div>
      {row.fields.length > 0 && <FieldsCell row={row} />}
    </div>
  )
}

const stacked = (row: Phonebook) => <Stacked row={row} />
const idOf = ({ id }: Phonebook) => id

function CreateButton({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  return (
    <Button
      tone="primary"
      icon={Plus}
      onClick={onOpen}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      unlessSuspended
    >
      {t('phonebooks.create')}
    </Button>
  )
}

/** Screens S8: the lists of contacts that broadcasts can go to. */
export function PhonebooksPage() {
  const t = useText()
  const navigate = useNavigate()
  const { suid } = useAccount()
  const search = readPhonebooksSearch(useSearch({ from: paths.phonebooks }))
  const list = usePhonebooks(search.text)
  const [renamed, setRenamed] = useState<Phonebook | null>(null)
  const [removed, setRemoved] = useState<Phonebook | null>(null)
  const acts = useMemo(() => ({ ...NO_ACTS, renameBook: setRenamed, removeBook: setRemoved }), [])
  const change = (next: PhonebooksSearch) =>
    void navigate({ to: paths.phonebooks, search: next, replace: true, resetScroll: false })
  const close = () => change(withPart(search, 'form', undefined))
  const create = <CreateButton onOpen={() => change({ ...search, form: 'create' })} />
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0 && search.text === undefined
  const empty = isEmpty ? (
    <EmptyState title={t('phonebooks.none')} text={t('phonebooks.noneText')} action={create} />
  ) : (
    <EmptyState
      title={t('phonebooks.noMatch')}
      text={t('phonebooks.noMatchText')}
      action={<Button onClick={() => change({})}>{t('list.clear')}</Button>}
    />
  )
  return (
    <ActsContext value={acts}>
      <ListScreen
        name="phonebooks"
        header={
          <PageHeader
            title={t('phonebooks.title')}
            description={t('phonebooks.description')}
            crumbs={[{ title: t('shell.messaging') }, { title: t('shell.broadcast'), path: paths.broadcast }]}
            action={isEmpty ? undefined : create}
          />
        }
        filters={
          isEmpty ? undefined : (
            <FilterBar
              count={search.text === undefined ? 0 : 1}
              onClear={() => change({})}
              first={
                <TextFilter
                  label={t('phonebooks.name')}
                  value={search.text}
                  read={readText}
                  invalidText={t('phonebooks.noMatch')}
                  onChange={(text) => change(withPart(search, 'text', text))}
                  className="max-sm:flex-1 sm:w-60"
                />
              }
              view={{ list: 'phonebooks', account: suid, columns }}
            />
          )
        }
        list={list}
        label={t('phonebooks.title')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        controls
        empty={empty}
        failedTitle={t('phonebooks.failedTitle')}
      />
      {search.form === 'create' && (
        <Suspense>
          <NameDialog
            row={null}
            onClose={close}
            onSaved={({ id }) => void navigate({ to: paths.phonebook, params: { id } })}
          />
        </Suspense>
      )}
      {renamed !== null && (
        <Suspense>
          <NameDialog row={renamed} onClose={() => setRenamed(null)} />
        </Suspense>
      )}
      {removed !== null && <RemovePhonebook row={removed} onClose={() => setRemoved(null)} />}
    </ActsContext>
  )
}
