import type { Contact, Phonebook, Segment } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Columns3, Pencil } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api } from '../../../api/api.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ActsContext, NO_ACTS } from './acts.ts'
import { ContactsTab } from './contacts-tab.tsx'
import { FillButtons } from './fill-buttons.tsx'
import { usePhonebook } from './queries.ts'
import { RemoveAlert } from './remove-alert.tsx'
import { RemovePhonebook } from './remove-phonebook.tsx'
import { RowMenu } from './row-menu.tsx'
import { phonebookId, type PhonebookForm, type PhonebookSearch, readPhonebookSearch, withoutForm } from './search.ts'
import { SegmentsTab } from './segments-tab.tsx'

const ContactDialog = lazy(() => import('./contact-dialog.tsx'))
const FieldsDialog = lazy(() => import('./fields-dialog.tsx'))
const ImportDialog = lazy(() => import('./import/import-dialog.tsx'))
const NameDialog = lazy(() => import('./name-dialog.tsx'))
const SegmentDialog = lazy(() => import('./segment-dialog.tsx'))

interface HeaderProps {
  onOpen: (form: PhonebookForm) => void
  book: Phonebook
  onRemove: () => void
}

function Header({ book, onOpen, onRemove }: HeaderProps) {
  const t = useText()
  const { id, name, contacts } = book
  const acts = [
    {
      id: 'fields',
      title: t('phonebooks.editFields'),
      icon: Columns3,
      unlessSuspended: true,
      act: () => onOpen('fields'),
    },
    { id: 'rename', title: t('phonebooks.rename'), icon: Pencil, unlessSuspended: true, act: () => onOpen('rename') },
  ]
  return (
    <PageHeader
      title={name}
      crumbs={[
        { title: t('shell.broadcast'), path: paths.broadcast },
        { title: t('phonebooks.title'), path: paths.phonebooks },
      ]}
      description={t('phonebooks.contactCount', { count: contacts, number: formatNumber(contacts) })}
      action={
        <div className="flex gap-2 max-sm:[&>button:not(:last-child)]:flex-1">
          {contacts > 0 && <FillButtons onOpen={onOpen} />}
          <RowMenu name={name} kind="phonebook" id={id} acts={acts} onRemove={onRemove} look="page" />
        </div>
      }
    />
  )
}

interface DialogsProps {
  book: Phonebook
  search: PhonebookSearch
  onChange: (search: PhonebookSearch) => void
  onClose: () => void
}

/** The form or the import that the address names. */
function OpenDialog({ book, search, onChange, onClose }: DialogsProps) {
  const { form, import: running } = search
  if (running !== undefined || form === 'import') {
    return (
      <ImportDialog
        key={running ?? 'new'}
        book={book}
        running={running ?? null}
        onStarted={(id) => onChange({ ...withoutForm(search), import: id })}
        onClose={onClose}
      />
    )
  }
  if (form === 'add') return <ContactDialog book={book} row={null} onClose={onClose} />
  if (form === 'fields') return <FieldsDialog book={book} onClose={onClose} />
  if (form === 'rename') return <NameDialog row={book} onClose={onClose} />
  return form === 'segment' ? <SegmentDialog book={book} row={null} onClose={onClose} /> : null
}

function Shown({ book, search }: { book: Phonebook; search: PhonebookSearch }) {
  const t = useText()
  const navigate = useNavigate()
  const { id } = book
  const [removed, setRemoved] = useState(false)
  const [contact, setContact] = useState<Contact | null>(null)
  const [goneContact, setGoneContact] = useState<Contact | null>(null)
  const [segment, setSegment] = useState<Segment | null>(null)
  const [goneSegment, setGoneSegment] = useState<Segment | null>(null)
  const acts = useMemo(
    () => ({
      ...NO_ACTS,
      editContact: setContact,
      removeContact: setGoneContact,
      editSegment: setSegment,
      removeSegment: setGoneSegment,
    }),
    [],
  )
  const change = (next: PhonebookSearch) =>
    void navigate({ to: paths.phonebook, params: { id }, search: next, replace: true, resetScroll: false })
  const close = () => change(withoutForm(search))
  const open = (form: PhonebookForm) => change({ ...withoutForm(search), form })
  return (
    <ActsContext value={acts}>
      <Header book={book} onOpen={open} onRemove={() => setRemoved(true)} />
      <Tabs
        label={book.name}
        value={search.tab ?? 'contacts'}
        onChange={(tab) => change(withPart(withoutForm(search), 'tab', tab === 'segments' ? tab : undefined))}
        tabs={[
          {
            value: 'contacts',
            title: t('phonebooks.contacts'),
            view: <ContactsTab book={book} search={search} onChange={change} onOpen={open} />,
          },
          {
            value: 'segments',
            title: t('phonebooks.segments'),
            view: (
              <SegmentsTab
                book={book}
                onOpen={() => open('segment')}
                onShow={({ id: chosen }) => change({ segment: chosen })}
              />
            ),
          },
        ]}
      />
      <Suspense>
        <OpenDialog book={book} search={search} onChange={change} onClose={close} />
        {contact !== null && <ContactDialog book={book} row={contact} onClose={() => setContact(null)} />}
        {segment !== null && <SegmentDialog book={book} row={segment} onClose={() => setSegment(null)} />}
      </Suspense>
      {removed && (
        <RemovePhonebook
          row={book}
          onClose={() => setRemoved(false)}
          onGone={() => void navigate({ to: paths.phonebooks })}
        />
      )}
      {goneContact !== null && (
        <RemoveAlert
          entity="phonebooks.contactEntity"
          object={goneContact.to}
          name={null}
          remove={() => api.contacts.remove({ params: { id, cid: goneContact.id } })}
          onClose={() => setGoneContact(null)}
        >
          {t('phonebooks.deleteContactText')}
        </RemoveAlert>
      )}
      {goneSegment !== null && (
        <RemoveAlert
          entity="phonebooks.segmentEntity"
          object={goneSegment.name}
          name={null}
          remove={() => api.segments.remove({ params: { id, sid: goneSegment.id } })}
          onClose={() => setGoneSegment(null)}
        >
          {t('phonebooks.deleteSegmentText')}
        </RemoveAlert>
      )}
    </ActsContext>
  )
}

/** Shows one phonebook: its contacts and its segments. */
export function PhonebookPage() {
  const t = useText()
  const { id } = useParams({ from: paths.phonebook })
  const search = readPhonebookSearch(useSearch({ from: paths.phonebook }))
  const known = phonebookId(id)
  const { data: book, error, refetch } = usePhonebook(known)
  if (book !== undefined) return <Shown book={book} search={search} />
  const isGone = known === null || (error !== null && 'status' in error && error.status === 404)
  if (error === null && !isGone) return <Skeleton label={t('ui.loading')} />
  return (
    <>
      <PageHeader title={t('phonebooks.one')} crumbs={[{ title: t('phonebooks.title'), path: paths.phonebooks }]} />
      <Card>
        {isGone ? (
          <EmptyState title={t('phonebooks.goneTitle')} text={t('phonebooks.goneText')} />
        ) : (
          <ErrorPanel title={t('phonebooks.oneFailed')} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    </>
  )
}
