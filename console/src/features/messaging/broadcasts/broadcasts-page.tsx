import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useAccount } from '../../../api/account.ts'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { countFilters } from '../../../ui/list/address.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Snippet } from '../../../ui/snippet.tsx'
import { useStanding } from '../../../ui/standing.ts'
import { ActsContext, usePageActs } from './acts.ts'
import { columns } from './columns.tsx'
import { Filters } from './filters.tsx'
import { useBroadcasts } from './queries.ts'
import { Question } from './question.tsx'
import { sampleCsv, sampleFile } from './sample.ts'
import { type BroadcastSearch, filterOf, readSearch } from './search.ts'
import { StackedBroadcast } from './stacked-broadcast.tsx'

const idOf = ({ id }: Broadcast) => id
const stacked = (row: Broadcast) => <StackedBroadcast row={row} />

function NewLink() {
  const t = useText()
  if (useStanding() !== null) {
    return (
      <Button tone="primary" icon={Plus} unlessSuspended>
        {t('broadcasts.new')}
      </Button>
    )
  }
  return (
    <Link to={paths.broadcastNew} className={buttonLooks('primary')}>
      <span className="inline-flex items-center gap-2">
        <Icon of={Plus} />
        {t('broadcasts.new')}
      </span>
    </Link>
  )
}

function HeaderActions({ isEmpty }: { isEmpty: boolean }) {
  const t = useText()
  return (
    <div className="flex gap-2 max-sm:*:flex-1">
      <Link to={paths.phonebooks} className={buttonLooks('secondary')}>
        {t('broadcasts.phonebooks')}
      </Link>
      {!isEmpty && <NewLink />}
    </div>
  )
}

/** Replaces the empty list: the shape of a list of recipients, and the way to the first broadcast. */
function NoBroadcast() {
  const t = useText()
  const csv = sampleCsv(useAccount())
  return (
    <EmptyState title={t('broadcasts.none')} text={t('broadcasts.noneText')} action={<NewLink />}>
      <Snippet label={t('broadcasts.sample')} tabs={[{ title: t('broadcasts.sample'), code: csv.trim() }]} />
      <p className="mt-3 text-sm text-ink-3">
        {t('broadcasts.sampleText')}{' '}
        <a href={sampleFile(csv)} download={t('broadcasts.sampleName')} className="text-link">
          {t('broadcasts.sampleDownload')}
        </a>
      </p>
    </EmptyState>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyState
      title={t('broadcasts.noMatch')}
      text={t('broadcasts.noMatchText')}
      action={<Button onClick={onClear}>{t('list.clear')}</Button>}
    />
  )
}

/** Screens S8: every broadcast of the account, and how far each is. */
export function BroadcastsPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.broadcast })
  const search = readSearch(useSearch({ from: paths.broadcast }))
  const list = useBroadcasts(filterOf(search, useToday()))
  const { suid } = useAccount()
  const { acts, open, close } = usePageActs()
  const change = (next: BroadcastSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const isNarrowed = countFilters(search) > 0
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0 && !isNarrowed
  return (
    <ActsContext value={acts}>
      <ListScreen
        name="broadcasts"
        header={
          <PageHeader
            title={t('broadcasts.title')}
            description={t('broadcasts.description')}
            action={<HeaderActions isEmpty={isEmpty} />}
          />
        }
        filters={
          isEmpty ? undefined : (
            <Filters search={search} onChange={change} view={{ list: 'broadcasts', account: suid, columns }} />
          )
        }
        list={list}
        label={t('broadcasts.title')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        tall
        empty={isNarrowed ? <NoMatch onClear={() => change({})} /> : <NoBroadcast />}
        failedTitle={t('broadcasts.failedTitle')}
      />
      {open !== null && <Question {...open} onGone={close} onClose={close} />}
    </ActsContext>
  )
}
