import type { IpCall, IpEntry, IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { errorPageOf } from '../../../lib/error-page.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { columnsOf, StackedCall } from './call-cells.tsx'
import { ChangeProvider } from './change.tsx'
import { EntriesTable } from './entries-table.tsx'
import { useCalls, useIpRestriction } from './queries.ts'
import { RemoveAlert } from './remove-alert.tsx'
import { readSearch } from './search.ts'
import { SettingsCard } from './settings-card.tsx'
import { TrialNote } from './trial-note.tsx'

const loadDialog = () => import('./form/entry-dialog.tsx')
const preload = (): void => void loadDialog()
const EntryDialog = lazy(loadDialog)

const callKey = ({ id }: IpCall) => id
const stackedCalls = {
  allow: (row: IpCall) => <StackedCall row={row} mode="allow" />,
  deny: (row: IpCall) => <StackedCall row={row} mode="deny" />,
} as const

interface RulesProps {
  rules: IpRestriction
}

/** Opens the form of new entries. */
function AddButton({ rules, first = false }: RulesProps & { first?: boolean }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.ipRestriction })
  return (
    <Button
      tone="primary"
      {...(!first && { icon: Plus })}
      unlessSuspended
      disabled={rules.entries.length >= limits.entries}
      onClick={() => void navigate({ search: { form: 'add' }, resetScroll: false })}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {t('ip-restriction.add')}
    </Button>
  )
}

/** Leads to the form with the callers of this week that no entry of an allow-list names. */
function AddSeen({ rules: { callers, mode } }: RulesProps) {
  const t = useText()
  if (callers.length === 0 || mode === 'deny') return null
  const ips = callers.map(({ address }) => address).join(',')
  return (
    <Link
      to={paths.ipRestriction}
      search={{ form: 'add', ips }}
      resetScroll={false}
      className={buttonLooks('secondary', 'medium')}
      onPointerEnter={preload}
    >
      {t('ip-restriction.addSeen', { count: callers.length })}
    </Link>
  )
}

/** Offers the callers of this week that no entry names, beside entries. */
function Suggestion({ rules }: RulesProps) {
  const t = useText()
  const { callers, mode } = rules
  if (callers.length === 0 || mode === 'deny') return null
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line bg-well px-3 py-2.5 text-sm">
      <span className="text-ink-2">{t('ip-restriction.seen', { count: callers.length })}</span>
      <AddSeen rules={rules} />
    </div>
  )
}

function Empty({ rules }: RulesProps) {
  const t = useText()
  return (
    <Card className="mb-8">
      <EmptyState
        title={t('ip-restriction.empty')}
        text={t('ip-restriction.emptyText')}
        action={
          <span className="grid justify-items-center gap-3">
            <AddButton rules={rules} first />
            <AddSeen rules={rules} />
            <a href={errorPageOf('ip_not_allowed')} target="_blank" rel="noopener" className="text-sm text-link">
              {t('ip-restriction.docs')} <span className="sr-only">({t('ui.newTab')})</span>
            </a>
          </span>
        }
      />
    </Card>
  )
}

function Rules({ rules, onRemove }: RulesProps & { onRemove: (row: IpEntry) => void }) {
  const t = useText()
  const isNew = rules.entries.length === 0 && !rules.enabled
  return (
    <>
      <TrialNote rules={rules} />
      <SettingsCard rules={rules} />
      {isNew ? (
        <Empty rules={rules} />
      ) : (
        <>
          <Suggestion rules={rules} />
          <EntriesTable rules={rules} onRemove={onRemove} />
        </>
      )}
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-md font-semibold">{t('ip-restriction.blocked')}</h2>
        <span className="text-sm text-ink-3">
          {t('ip-restriction.blockedText', { most: formatNumber(limits.calls), days: limits.callDays })}
        </span>
      </div>
    </>
  )
}

interface LoadedProps extends RulesProps {
  onRemove: (row: IpEntry) => void
}

function Loaded({ rules, onRemove }: LoadedProps) {
  const t = useText()
  const calls = useCalls()
  const { countries, mode } = rules
  const columns = useMemo(() => columnsOf({ countries, mode }), [countries, mode])
  return (
    <ListScreen
      name="ip-calls"
      header={
        <>
          <PageHeader
            title={t('ip-restriction.title')}
            description={t('ip-restriction.description')}
            crumbs={[{ title: t('shell.extensions') }]}
            action={rules.entries.length > 0 || rules.enabled ? <AddButton rules={rules} /> : undefined}
          />
          <Rules rules={rules} onRemove={onRemove} />
        </>
      }
      list={calls}
      label={t('ip-restriction.blocked')}
      columns={columns}
      rowKey={callKey}
      stacked={stackedCalls[mode]}
      empty={<EmptyState title={t('ip-restriction.noBlocked')} text={t('ip-restriction.noBlockedText')} />}
      failedTitle={t('ip-restriction.loadFailed')}
    />
  )
}

/** The form that the address names. */
function OpenForm({ rules }: RulesProps) {
  const navigate = useNavigate({ from: paths.ipRestriction })
  const { form, ips, edit } = readSearch(useSearch({ from: paths.ipRestriction }))
  const entry = rules.entries.find(({ id }) => id === edit)
  const close = () => void navigate({ search: {}, resetScroll: false })
  if (form === undefined && entry === undefined) return null
  return <EntryDialog key={entry?.id ?? 'new'} rules={rules} entry={entry ?? null} ips={ips} onClose={close} />
}

/** Screens S9: the addresses that may call the send API. */
export function IpRestrictionPage() {
  const t = useText()
  const { rules, error, retry } = useIpRestriction()
  const [removed, setRemoved] = useState<IpEntry | null>(null)
  if (rules === undefined) {
    if (!error) return <Skeleton label={t('ui.loading')} />
    return (
      <>
        <PageHeader title={t('ip-restriction.title')} crumbs={[{ title: t('shell.extensions') }]} />
        <Card>
          <ErrorPanel title={t('ip-restriction.loadFailed')} error={error} onRetry={retry} />
        </Card>
      </>
    )
  }
  return (
    <ChangeProvider>
      <Loaded rules={rules} onRemove={setRemoved} />
      <Suspense>
        <OpenForm rules={rules} />
      </Suspense>
      {removed !== null && <RemoveAlert rules={rules} row={removed} onClose={() => setRemoved(null)} />}
    </ChangeProvider>
  )
}
