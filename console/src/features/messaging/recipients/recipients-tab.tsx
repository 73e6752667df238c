import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import type { List } from '../../../api/use-list.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countFilters, withPart } from '../../../ui/list/address.ts'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { Moment } from '../../../ui/moment.tsx'
import type { Column } from '../../../ui/table.tsx'
import { type Acts, ActsContext } from './acts.ts'
import { NoteCell, NumberCell, ReasonCell, ScenesCell, SourceCell } from './cells.tsx'
import EditDialog from './edit-dialog.tsx'
import { Filters } from './filters.tsx'
import { RemoveAlert } from './remove-alert.tsx'
import { RowMenu } from './row-menu.tsx'
import { initialSort, listSearch, type RecipientSearch } from './search.ts'
import { StackedRecipient } from './stacked-recipient.tsx'

const columns: readonly Column<ListedRecipient>[] = [
  { title: 'recipients.number', cell: (row) => <NumberCell row={row} />, fixed: true, bar: 130 },
  { title: 'recipients.reason', cell: (row) => <ReasonCell row={row} />, bar: 70 },
  { title: 'recipients.scenes', cell: (row) => <ScenesCell row={row} />, bar: 110 },
  { title: 'recipients.note', cell: (row) => <NoteCell row={row} />, bar: 120 },
  { title: 'recipients.source', cell: (row) => <SourceCell row={row} />, bar: 60 },
  {
    title: 'recipients.created',
    cell: ({ created_at: at }) => <Moment at={at} />,
    sort: 'created_at',
    bar: 80,
  },
  { title: 'ui.actions', cell: (row) => <RowMenu row={row} />, end: true, quiet: true, fixed: true, bar: 28 },
]
const idOf = ({ id }: ListedRecipient) => id
const stacked = (row: ListedRecipient) => <StackedRecipient row={row} />

interface RecipientsTabProps {
  search: RecipientSearch
  list: List<ListedRecipient>
  /** The account has no entries at all. */
  isEmpty: boolean
  /** The buttons that add numbers. */
  actions: ReactNode
}

/** The recipient list of the account (semantics D9). */
export function RecipientsTab({ search, list, isEmpty, actions }: RecipientsTabProps) {
  const t = useText()
  const navigate = useNavigate({ from: paths.protection })
  const { suid } = useAccount()
  const shown = listSearch(search)
  const sort = search.sort ?? initialSort
  const [edited, setEdited] = useState<ListedRecipient | null>(null)
  const [removed, setRemoved] = useState<ListedRecipient | null>(null)
  const acts = useMemo((): Acts => ({ edit: setEdited, remove: setRemoved }), [setEdited, setRemoved])
  const change = (next: RecipientSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const sorting: Sorting<'created_at'> = {
    titles: { created_at: 'recipients.created' },
    value: sort,
    onChange: (chosen) => change(withPart(shown, 'sort', chosen === initialSort ? undefined : chosen)),
  }
  const isNarrowed = countFilters(shown) > 0
  const empty = isNarrowed ? (
    <EmptyState
      title={t('recipients.noMatch')}
      text={t('recipients.noMatchText')}
      action={<Button onClick={() => change({})}>{t('list.clear')}</Button>}
    />
  ) : (
    <EmptyState title={t('recipients.none')} text={t('recipients.noneText')} action={actions} />
  )
  return (
    <ActsContext value={acts}>
      <ListScreen
        name="recipients"
        header={null}
        filters={
          isEmpty ? undefined : (
            <Filters
              search={shown}
              onChange={change}
              sorting={{ by: sorting, inHead: true }}
              view={{ list: 'recipients', account: suid, columns }}
            />
          )
        }
        sorting={sorting}
        list={list}
        label={t('recipients.title')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        controls
        empty={empty}
        failedTitle={t('recipients.failedTitle')}
      />
      {edited !== null && <EditDialog row={edited} onClose={() => setEdited(null)} />}
      {removed !== null && <RemoveAlert row={removed} onClose={() => setRemoved(null)} />}
    </ActsContext>
  )
}
