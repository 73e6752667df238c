import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countFilters, withPart } from '../../../ui/list/address.ts'
import type { Sorting } from '../../../ui/list/sorting.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AskAlert } from './ask-alert.tsx'
import { useColumns } from './columns.tsx'
import { Filters } from './filters.tsx'
import { useSignatures } from './queries.ts'
import { filterOf, initialSort, listSearch, NEW, readSearch, type SignatureSearch } from './search.ts'
import { SignatureSheet } from './signature-sheet.tsx'
import { StackedSignature } from './stacked-signature.tsx'
import { UnfiledSwitch } from './unfiled-switch.tsx'
import type { Ask } from './use-acts.ts'

const { Part: FormPage, load } = lazyPart(() => import('./form/form-page.tsx'))
export const loadForm = load
const preloadForm = (): void => void loadForm()

const idOf = ({ id }: Signature) => id

/** A mainland sender needs an account whose identity is verified. */
const useIsUnverified = (): boolean => {
  const { partition, realname_auth: isVerified } = useAccount()
  return partition === Partition.Cn && !isVerified
}

/** Opens the form of a new sender. A suspended account cannot create one. */
function CreateButton({ first = false, onPress }: { first?: boolean; onPress: () => void }) {
  const t = useText()
  return (
    <Button
      tone="primary"
      {...(!first && { icon: Plus })}
      unlessSuspended
      onClick={onPress}
      onPointerEnter={preloadForm}
      onFocus={preloadForm}
    >
      {t('signatures.create')}
    </Button>
  )
}

/** Replaces the empty list. A mainland account verifies its identity first. */
function NoSignature({ onCreate }: { onCreate: () => void }) {
  const t = useText()
  const isUnverified = useIsUnverified()
  const action = isUnverified ? (
    <Link to={paths.verification} className={buttonLooks('primary')}>
      {t('signatures.verify')}
    </Link>
  ) : (
    <CreateButton first onPress={onCreate} />
  )
  return (
    <EmptyState
      title={t('signatures.none')}
      text={t(isUnverified ? 'signatures.noneUnverified' : 'signatures.noneText')}
      action={action}
    />
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyState
      title={t('signatures.noMatch')}
      text={t('signatures.noMatchText')}
      action={<Button onClick={onClear}>{t('list.clear')}</Button>}
    />
  )
}

function List({ search }: { search: SignatureSearch }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.signatures })
  const { suid, partition } = useAccount()
  const list = useSignatures(filterOf(search), search.sort ?? initialSort)
  const [asked, setAsked] = useState<Parameters<Ask> | null>(null)
  const ask: Ask = useCallback((...question) => setAsked(question), [])
  const columns = useColumns(ask)
  const stacked = useCallback((row: Signature) => <StackedSignature row={row} ask={ask} />, [ask])
  const change = (next: SignatureSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const close = () => change(withPart(search, 'open', undefined))
  const create = () => void navigate({ search: { ...listSearch(search), form: NEW } })
  const isNarrowed = countFilters(listSearch(search)) > 0
  const sorting: Sorting<'created_at'> = {
    titles: { created_at: 'signatures.created' },
    value: search.sort ?? initialSort,
    onChange: (sort) => change(withPart(search, 'sort', sort === initialSort ? undefined : sort)),
  }

  // The empty list has a button of its own, and a screen has one primary action.
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0 && !isNarrowed
  const action = isEmpty ? undefined : <CreateButton onPress={create} />
  return (
    <>
      <ListScreen
        name="signatures"
        header={
          <PageHeader
            title={t('signatures.title')}
            description={t('signatures.description')}
            crumbs={[{ title: t('shell.messaging') }]}
            action={action}
          />
        }
        filters={
          <>
            {partition === Partition.Cn && !isEmpty && <UnfiledSwitch />}
            <Filters
              search={listSearch(search)}
              onChange={change}
              sorting={{ by: sorting, inHead: false }}
              view={{ list: 'signatures', account: suid, columns }}
            />
          </>
        }
        sorting={sorting}
        list={list}
        label={t('signatures.title')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        controls
        empty={isNarrowed ? <NoMatch onClear={() => change({})} /> : <NoSignature onCreate={create} />}
        failedTitle={t('signatures.failed')}
      />
      {search.open !== undefined && (
        <SignatureSheet
          id={search.open}
          rows={list.rows}
          ask={ask}
          onOpen={(id) => change(withPart(search, 'open', id))}
          onClose={close}
        />
      )}
      {asked && (
        <AskAlert
          question={asked[0]}
          row={asked[1]}
          onGone={() => {
            setAsked(null)
            close()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** Screens S2: the sender IDs of the account, or the form of one of them. */
export function SignaturesPage() {
  const t = useText()
  const search = readSearch(useSearch({ from: paths.signatures }))
  if (search.form === undefined) return <List search={search} />
  return (
    <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
      <FormPage form={search.form} like={search.like} at={search.at} />
    </Suspense>
  )
}
