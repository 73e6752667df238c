import type { BroadcastDetail, BroadcastRecipient } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { recipientStates } from '@hongyan/contract/vocabulary/broadcast'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { CopyableId } from '../../../../ui/copy.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { ChoiceFilter } from '../../../../ui/list/choice-filter.tsx'
import { FilterBar } from '../../../../ui/list/filter-bar.tsx'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ActsContext, usePageActs } from '../acts.ts'
import { stateLooks } from '../labels.ts'
import { useBroadcast, useRecipients } from '../queries.ts'
import { Question } from '../question.tsx'
import { readRecipientsSearch, type RecipientsSearch } from '../search.ts'
import { ActionBar } from './action-bar.tsx'
import { CostCard } from './cost-card.tsx'
import { Countries } from './countries.tsx'
import { Errors } from './errors.tsx'
import { useExportSearch } from './export-search.ts'
import { Funnel } from './funnel.tsx'
import { columns, StackedRecipient } from './recipient-columns.tsx'
import { SettingsCard } from './settings-card.tsx'
import { RECIPIENTS } from './state-links.tsx'
import { StatePanel } from './state-panel.tsx'
import { Timeline } from './timeline.tsx'

interface PartProps {
  broadcast: BroadcastDetail
}

const rowKey = ({ row }: BroadcastRecipient) => String(row)
const stacked = (row: BroadcastRecipient) => <StackedRecipient row={row} />

function Header({ broadcast }: PartProps) {
  const t = useText()
  return (
    <PageHeader
      title={broadcast.name}
      crumbs={[{ title: t('broadcasts.title'), path: paths.broadcast }]}
      description={<CopyableId value={broadcast.id} what={t('broadcasts.id')} />}
      action={<ActionBar broadcast={broadcast} />}
    />
  )
}

const Overview = ({ broadcast }: PartProps) => (
  <>
    <Header broadcast={broadcast} />
    <StatePanel broadcast={broadcast} />
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_336px]">
      <div className="grid min-w-0 content-start gap-6">
        <Funnel broadcast={broadcast} />
        <Countries broadcast={broadcast} />
        <Errors broadcast={broadcast} />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <CostCard broadcast={broadcast} />
        <SettingsCard broadcast={broadcast} />
        <Timeline broadcast={broadcast} />
      </div>
    </div>
  </>
)

/** Opens the messages of the broadcast in the log, or as a file. */
function RecipientsHeading({ broadcast }: PartProps) {
  const t = useText()
  return (
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pt-8">
      <h2 id={RECIPIENTS} className="scroll-mt-20 text-md font-semibold">
        {t('broadcasts.recipients')}
      </h2>
      <span className="flex gap-4 text-sm">
        <Link to={paths.logs} search={{ broadcast: broadcast.id }} className="text-link">
          {t('broadcasts.toLog')}
        </Link>
        <Link to={paths.exports} search={useExportSearch(broadcast)} className="text-link">
          {t('broadcasts.download')}
        </Link>
      </span>
    </div>
  )
}

interface FilterProps {
  search: RecipientsSearch
  onChange: (search: RecipientsSearch) => void
}

function StateFilter({ search: { state }, onChange }: FilterProps) {
  const t = useText()
  return (
    <FilterBar count={state === undefined ? 0 : 1} onClear={() => onChange({})}>
      <ChoiceFilter
        label={t('broadcasts.status')}
        value={state}
        values={recipientStates}
        title={(each) => t(stateLooks[each].title)}
        onChange={(chosen) => onChange(chosen === undefined ? {} : { state: chosen })}
      />
    </FilterBar>
  )
}

function NoRecipient({ search, onChange }: FilterProps) {
  const t = useText()
  return search.state === undefined ? (
    <EmptyState title={t('broadcasts.noRecipients')} text={t('broadcasts.noRecipientsText')} />
  ) : (
    <EmptyState
      title={t('broadcasts.noneInState')}
      text={t('broadcasts.noMatchText')}
      action={<Button onClick={() => onChange({})}>{t('list.clear')}</Button>}
    />
  )
}

function Shown({ broadcast }: PartProps) {
  const t = useText()
  const navigate = useNavigate({ from: paths.broadcastOne })
  const search = readRecipientsSearch(useSearch({ from: paths.broadcastOne }))
  const list = useRecipients(broadcast, search)
  const { acts, open, close } = usePageActs()
  const change = (next: RecipientsSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  return (
    <ActsContext value={acts}>
      <ListScreen
        name="broadcast-recipients"
        header={<Overview broadcast={broadcast} />}
        filters={
          <>
            <RecipientsHeading broadcast={broadcast} />
            <StateFilter search={search} onChange={change} />
          </>
        }
        list={list}
        label={t('broadcasts.recipients')}
        columns={columns}
        rowKey={rowKey}
        stacked={stacked}
        empty={<NoRecipient search={search} onChange={change} />}
        failedTitle={t('broadcasts.recipientsFailed')}
      />
      {open !== null && (
        <Question {...open} onGone={() => void navigate({ to: paths.broadcast, search: {} })} onClose={close} />
      )}
    </ActsContext>
  )
}

/** Replaces the page of a broadcast that is not loaded, or that the account does not have. */
function Missing({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText()
  return (
    <>
      <PageHeader title={t('broadcasts.one')} crumbs={[{ title: t('broadcasts.title'), path: paths.broadcast }]} />
      <Card>
        {error ? (
          <ErrorPanel title={t('broadcasts.oneFailed')} error={error} onRetry={retry} />
        ) : (
          <EmptyState
            title={t('broadcasts.gone')}
            text={t('broadcasts.goneText')}
            action={
              <Link to={paths.broadcast} className={buttonLooks()}>
                {t('broadcasts.toList')}
              </Link>
            }
          />
        )}
      </Card>
    </>
  )
}

/** One broadcast (screens S8): how far it is, what it cost, who has their message, and what to do next. */
export function BroadcastPage() {
  const t = useText()
  const { id } = useParams({ from: paths.broadcastOne })
  const { broadcast, error, retry } = useBroadcast(id)
  if (broadcast === undefined && !error) return <Skeleton label={t('ui.loading')} />
  return broadcast ? <Shown broadcast={broadcast} /> : <Missing error={error} retry={retry} />
}
