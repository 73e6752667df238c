import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { CredentialStatus } from '@hongyan/contract/vocabulary/credential'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { withPart } from '../../../ui/list/address.ts'
import { type BarParts, FilterBar } from '../../../ui/list/filter-bar.tsx'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useColumns } from './columns.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { CREATE, isNarrowed, type CredentialFilter } from './filter.ts'
import { modes } from './modes.ts'
import { useCredential, useCredentials } from './queries.ts'
import { SendSnippet } from './send-snippet.tsx'
import { StackedCredential } from './stacked-credential.tsx'

const CredentialPage = lazy(() => import('./credential-page.tsx'))

const stacked = (row: Credential) => <StackedCredential credential={row} />
const idOf = ({ id }: Credential) => id
const withoutEdit = (filter: CredentialFilter): CredentialFilter => withPart(filter, 'edit', undefined)

interface FiltersProps extends BarParts {
  filter: CredentialFilter
  onClear: () => void
}

/**
 * Shows the filter by status and a button that resets the list. The filter's values are in the address. `Enabled` is
 * the only status, so a choice can only reset the list.
 */
function Filters({ filter, onClear, ...bar }: FiltersProps) {
  const t = useText()
  const statuses = [{ value: String(CredentialStatus.Enabled), title: t('credentials.enabled') }]
  const status = (
    <Select
      label={t('credentials.status')}
      labelled="inside"
      options={statuses}
      value={String(filter.status)}
      onChange={onClear}
    />
  )
  return <FilterBar count={isNarrowed(filter) ? 1 : 0} onClear={onClear} first={status} {...bar} />
}

/** Opens the dialog for a new credential. A suspended account cannot create one. */
function CreateButton({ first = false, onPress }: { first?: boolean; onPress: () => void }) {
  const t = useText()
  return (
    <Button
      tone="primary"
      {...(!first && { icon: Plus })}
      unlessSuspended
      onClick={onPress}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
    >
      {t(first ? 'credentials.createFirst' : 'credentials.createTitle')}
    </Button>
  )
}

const PLACEHOLDERS = { key: 'YOUR_ACCESS_KEY_ID', secret: 'YOUR_ACCESS_KEY_SECRET' }

/** Replaces the empty list: explains credentials, with a button that creates one and a snippet that uses it. */
function NoCredential({ onCreate }: { onCreate: () => void }) {
  const t = useText()
  const create = <CreateButton first onPress={onCreate} />
  return (
    <EmptyState title={t('credentials.none')} text={t('credentials.noneText')} action={create}>
      <SendSnippet modes={modes} credential={PLACEHOLDERS} hint={t('credentials.noneHint')} />
    </EmptyState>
  )
}

interface OpenCredentialProps {
  id: string
  list: ReturnType<typeof useCredentials>
  onClose: () => void
}

const EditDialogById = ({ id, list, onClose }: OpenCredentialProps) => (
  <EditDialog credential={useCredential(id, list.rows, list.waiting)} onClose={onClose} />
)

/** Lists the account's credentials; the parameter `edit` of the address opens one of them for editing. */
function CredentialList({ filter }: { filter: CredentialFilter }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.credentials })
  const list = useCredentials(filter)
  const creating = useLocation({ select: ({ hash }) => hash === CREATE })
  const show = (hash: string) => void navigate({ search: filter, hash, replace: true, resetScroll: false })
  const create = () => show(CREATE)
  const clear = () => void navigate({ search: {} })
  const columns = useColumns()
  const { suid } = useAccount()
  const sorting: Sorting<'created_at'> = {
    titles: { created_at: 'credentials.createdAt' },
    value: filter.sort ?? '-created_at',
    onChange: (sort) =>
      void navigate({ search: withPart(filter, 'sort', sort === 'created_at' ? sort : undefined), resetScroll: false }),
  }
  const closeEdit = () => void navigate({ search: withoutEdit, replace: true, resetScroll: false })

  // The empty list has a button of its own, and a screen has one primary action.
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0 && !isNarrowed(filter)
  const action = isEmpty ? undefined : <CreateButton onPress={create} />
  const header = (
    <PageHeader title={t('credentials.title')} description={t('credentials.description')} action={action} />
  )
  const empty = isNarrowed(filter) ? (
    <EmptyState title={t('credentials.noMore')} text={t('credentials.noMoreText')} />
  ) : (
    <NoCredential onCreate={create} />
  )

  return (
    <>
      <ListScreen
        name="credentials"
        header={header}
        filters={
          <Filters
            filter={filter}
            sorting={{ by: sorting, inHead: false }}
            view={{ list: 'credentials', account: suid, columns }}
            onClear={clear}
          />
        }
        sorting={sorting}
        list={list}
        label={t('credentials.title')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        controls
        empty={empty}
        failedTitle={t('credentials.failed')}
      />
      <CreateDialog open={creating} onClose={() => show('')} />
      {filter.edit !== undefined && <EditDialogById id={filter.edit} list={list} onClose={closeEdit} />}
    </>
  )
}

/** The list, or with the parameter `open` the page of one credential (specification section 2, "Credentials screen"). */
export function CredentialsPage() {
  const t = useText()
  const filter = useSearch({ from: paths.credentials })
  if (filter.open === undefined) return <CredentialList filter={filter} />
  return (
    <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
      <CredentialPage key={filter.open} id={filter.open} filter={filter} />
    </Suspense>
  )
}
