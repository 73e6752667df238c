import type { Contact, Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { Pencil } from 'lucide-react'
import { useAccount } from '../../../api/account.ts'
import { joined } from '../../../i18n/joined.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { CountryChip } from '../../../ui/country-chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Column } from '../../../ui/table.tsx'
import { useActs } from './acts.ts'
import { FillButtons } from './fill-buttons.tsx'
import { useContacts, useSegments } from './queries.ts'
import { RowMenu } from './row-menu.tsx'
import { contactFilter, type PhonebookForm, type PhonebookSearch, readText } from './search.ts'

interface CellProps {
  row: Contact
}

function NumberCell({ row }: CellProps) {
  const { editContact } = useActs()
  return (
    <span className="inline-flex items-center gap-2">
      {row.country !== '' && <CountryChip>{row.country}</CountryChip>}
      <button
        type="button"
        data-opens
        onClick={() => editContact(row)}
        className="text-left font-medium whitespace-nowrap tabular-nums after:absolute after:inset-0 after:content-['']"
      >
        {row.to}
      </button>
    </span>
  )
}

/** The values in the order of the fields, each behind the name of its field. */
function ValuesCell({ row: { fields } }: CellProps) {
  const values = Object.entries(fields)
  if (values.length === 0) return <span className="text-ink-3">–</span>
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {values.slice(0, 4).map(([name, value]) => (
        <span key={name} className="min-w-0 wrap-anywhere">
          <span className="text-ink-3">{name}</span> {value}
        </span>
      ))}
      {values.length > 4 && <span className="text-ink-3">+{values.length - 4}</span>}
    </span>
  )
}

const ConsentCell = ({ row: { consent } }: CellProps) =>
  consent === null ? (
    <span className="text-ink-3">–</span>
  ) : (
    <span className="flex max-w-[280px] gap-1.5" title={joined([consent.source, consent.at])}>
      <span className="truncate">{consent.source}</span>
      <span className="text-ink-3 tabular-nums">{consent.at}</span>
    </span>
  )

function Menu({ row }: CellProps) {
  const t = useText()
  const { editContact, removeContact } = useActs()
  const edit = {
    id: 'edit',
    title: t('phonebooks.edit'),
    icon: Pencil,
    unlessSuspended: true,
    act: () => editContact(row),
  }
  return <RowMenu name={row.to} kind="contact" id={row.id} acts={[edit]} onRemove={() => removeContact(row)} />
}

const columns: readonly Column<Contact>[] = [
  { title: 'phonebooks.number', cell: (row) => <NumberCell row={row} />, fixed: true, bar: 130 },
  { title: 'phonebooks.values', cell: (row) => <ValuesCell row={row} />, bar: 220 },
  { title: 'phonebooks.consent', cell: (row) => <ConsentCell row={row} />, bar: 120 },
  { title: 'phonebooks.zone', cell: ({ zone }) => zone ?? '–', rare: true, bar: 90 },
  { title: 'phonebooks.changed', cell: ({ updated_at: at }) => <Moment at={at} />, bar: 60 },
  { title: 'ui.actions', cell: (row) => <Menu row={row} />, end: true, quiet: true, fixed: true, bar: 28 },
]

const stacked = (row: Contact) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-4">
      <NumberCell row={row} />
      <Menu row={row} />
    </div>
    <ValuesCell row={row} />
    {row.consent !== null && (
      <span className="text-ink-2">
        <ConsentCell row={row} />
      </span>
    )}
  </div>
)
const idOf = ({ id }: Contact) => id

interface ContactsTabProps {
  book: Phonebook
  search: PhonebookSearch
  onChange: (search: PhonebookSearch) => void
  onOpen: (form: PhonebookForm) => void
}

const ALL = 'all'

/** The contacts of a phonebook, or of one of its segments. */
export function ContactsTab({ book, search, onChange, onOpen }: ContactsTabProps) {
  const t = useText()
  const { suid } = useAccount()
  const filter = contactFilter(search)
  const list = useContacts(book.id, filter)
  const segments = useSegments(book.id).rows
  const filters = Object.keys(filter).length
  const isNarrowed = filters > 0
  const isEmpty = book.contacts === 0 && !isNarrowed
  const empty = isNarrowed ? (
    <EmptyState
      title={t('phonebooks.noContact')}
      text={t('phonebooks.noContactText')}
      action={<Button onClick={() => onChange({})}>{t('list.clear')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('phonebooks.emptyTitle')}
      text={t('phonebooks.emptyText')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <FillButtons onOpen={onOpen} />
        </div>
      }
    />
  )
  return (
    <ListScreen
      name="contacts"
      header={null}
      filters={
        isEmpty ? undefined : (
          <FilterBar
            count={filters}
            onClear={() => onChange({})}
            first={
              <TextFilter
                label={t('phonebooks.find')}
                value={search.text}
                read={readText}
                invalidText={t('phonebooks.noContact')}
                onChange={(text) => onChange(withPart(search, 'text', text))}
                className="max-sm:flex-1 sm:w-72"
              />
            }
            view={{ list: 'contacts', account: suid, columns }}
          >
            {segments.length === 0 ? undefined : (
              <Select
                label={t('phonebooks.segment')}
                labelled="inside"
                options={[
                  { value: ALL, title: t('phonebooks.allContacts') },
                  ...segments.map(({ id, name }) => ({ value: id, title: name })),
                ]}
                value={search.segment ?? ALL}
                onChange={(chosen) =>
                  onChange(withPart(search, 'segment', segments.find(({ id }) => id === chosen)?.id))
                }
              />
            )}
          </FilterBar>
        )
      }
      list={list}
      label={t('phonebooks.contacts')}
      columns={columns}
      rowKey={idOf}
      stacked={stacked}
      controls
      empty={empty}
      failedTitle={t('phonebooks.contactsFailed')}
    />
  )
}
