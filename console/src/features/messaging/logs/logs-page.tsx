import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Pause, Radio } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countFilters, withPart } from '../../../ui/list/address.ts'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Acts, ActsContext, type DialogName } from './acts.ts'
import { CancelAlert } from './cancel-alert.tsx'
import { columns } from './columns.tsx'
import { Filters } from './filters.tsx'
import { useLog, useSummary } from './queries.ts'
import { exportOf, filterOf, listSearch, type LogFilter, type LogSearch, readSearch } from './search.ts'
import { StackedMessage } from './stacked-message.tsx'
import { Totals, TotalsPlaceholder } from './totals.tsx'

const MessageSheet = lazy(() => import('./message-sheet.tsx'))

const idOf = ({ id }: Message) => id
const stacked = (row: Message) => <StackedMessage row={row} />

/** Replaces the empty log. The docs have a first message to copy, with the account's own key. */
function NoMessage() {
  const t = useText()
  return (
    <EmptyState
      title={t('logs.none')}
      text={t('logs.noneText')}
      action={
        <a href={paths.docs} className={buttonLooks('primary')}>
          {t('logs.sendFirst')}
        </a>
      }
    />
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <EmptyState
      title={t('logs.noMatch')}
      text={t('logs.noMatchText')}
      action={<Button onClick={onClear}>{t('list.clear')}</Button>}
    />
  )
}

/** Looks for new messages every two seconds while it is pressed. */
function LiveButton({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  const t = useText()
  return (
    <Button icon={isLive ? Pause : Radio} aria-pressed={isLive} onClick={() => onChange(!isLive)}>
      {t(isLive ? 'logs.pause' : 'logs.live')}
    </Button>
  )
}

/** Opens the figures of the log's days. */
function AnalyticsLink({ filter: { from, to } }: { filter: LogFilter }) {
  const t = useText()
  const search = from === undefined || to === undefined ? {} : { from, to }
  return (
    <Link to={paths.analytics} search={search} className={buttonLooks()}>
      {t('logs.analytics')}
    </Link>
  )
}

/** Leads to the numbers that get no messages. */
function Description() {
  const t = useText()
  return (
    <>
      {t('logs.description')}{' '}
      <Link to={paths.protection} className="text-link">
        {t('logs.recipientList')}
      </Link>
    </>
  )
}

interface OpenDialog {
  readonly name: DialogName
  readonly message: Message
}

const dialogs = {
  block: lazy(() => import('./block-dialog.tsx')),
  cancel: CancelAlert,
  resend: lazy(() => import('./resend-dialog.tsx')),
  snippet: lazy(() => import('./snippet-dialog.tsx')),
} as const satisfies Record<DialogName, unknown>

function OneDialog({ dialog: { name, message }, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const Shown = dialogs[name]
  return (
    <Suspense>
      <Shown message={message} onClose={onClose} />
    </Suspense>
  )
}

/** Screens S4: every message of the account, and why each went as it went. */
export function LogsPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.logs })
  const search = readSearch(useSearch({ from: paths.logs }))
  const [isLive, setLive] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const today = useToday()
  const filter = filterOf(search, today)
  const toExport = exportOf(filter, today)
  const log = useLog(filter, isLive)
  const totals = useSummary(filter, isLive)
  const { suid } = useAccount()
  const change = (next: LogSearch) => void navigate({ search: next, replace: true, resetScroll: false })
  const isNarrowed = countFilters(listSearch(search)) > 0
  const acts = useMemo((): Acts => {
    return {
      view: ({ id }) => void navigate({ search: (now: LogSearch) => ({ ...now, open: id }), resetScroll: false }),
      show: (name, message) => setDialog({ name, message }),
    }
  }, [navigate, setDialog])
  return (
    <ActsContext value={acts}>
      <ListScreen
        name="logs"
        header={
          <PageHeader
            title={t('logs.title')}
            description={<Description />}
            crumbs={[{ title: t('shell.messaging') }]}
            action={
              <div className="flex gap-2 max-sm:*:flex-1">
                <AnalyticsLink filter={filter} />
                <Link to={paths.exports} search={toExport} className={buttonLooks()}>
                  {t('logs.export')}
                </Link>
                <LiveButton isLive={isLive} onChange={setLive} />
              </div>
            }
          />
        }
        filters={
          <>
            <Filters
              search={listSearch(search)}
              onChange={change}
              exportLink={
                <Link to={paths.exports} search={toExport} className="text-link">
                  {t('list.exportInstead')}
                </Link>
              }
              sorting={undefined}
              view={{ list: 'logs', account: suid, columns }}
            />
            {totals === undefined ? <TotalsPlaceholder /> : totals && <Totals of={totals} />}
          </>
        }
        list={log}
        label={t('logs.title')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        endless
        empty={isNarrowed ? <NoMatch onClear={() => change({})} /> : <NoMessage />}
        failedTitle={t('logs.failedTitle')}
        failedAction={
          log.error instanceof ApiError &&
          log.error.code === 'range_too_wide' && (
            <Link to={paths.exports} search={toExport} className={buttonLooks()}>
              {t('list.exportInstead')}
            </Link>
          )
        }
      />
      {search.open !== undefined && (
        <Suspense>
          <MessageSheet
            id={search.open}
            rows={log.rows}
            onOpen={(id) => change(withPart(search, 'open', id))}
            onClose={() => change(withPart(search, 'open', undefined))}
          />
        </Suspense>
      )}
      {dialog !== null && <OneDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </ActsContext>
  )
}
