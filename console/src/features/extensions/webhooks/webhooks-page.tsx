import type { SmsDlr, WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Column } from '../../../ui/table.tsx'
import { hostOf } from './labels.ts'
import { useWebhooks } from './queries.ts'
import { ReceiverCard } from './receiver-card.tsx'
import { RemoveAlert } from './remove-alert.tsx'
import { RowMenu } from './row-menu.tsx'
import { NEW, readSearch, type WebhookSearch } from './search.ts'
import { StateMark, Trouble } from './state.tsx'

const { Part: FormPage, load } = lazyPart(() => import('./form/form-page.tsx'))
export const loadForm = load
const preloadForm = (): void => void loadForm()
const EndpointPage = lazy(() => import('./endpoint-page.tsx'))

const NO_ROWS: readonly WebhookEndpoint[] = []
const idOf = ({ id }: WebhookEndpoint) => id

interface CellProps {
  row: WebhookEndpoint
}

function NameCell({ row: { id, name, url } }: CellProps) {
  return (
    <span className="grid min-w-0">
      <Link
        to={paths.receipts}
        search={{ open: id }}
        data-opens
        className="font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
      >
        {name}
      </Link>
      <span className="truncate font-mono text-xs text-ink-3">{hostOf(url)}</span>
    </span>
  )
}

function LastSuccess({ row: { succeeded_at: at } }: CellProps) {
  const t = useText()
  return at === null ? <span className="text-ink-3">{t('webhooks.never')}</span> : <Moment at={at} seconds />
}

function useColumns(onRemove: (row: WebhookEndpoint) => void): readonly Column<WebhookEndpoint>[] {
  return useMemo(
    () => [
      { title: 'webhooks.name', cell: (row) => <NameCell row={row} />, fixed: true, bar: 140 },
      { title: 'webhooks.state', cell: (row) => <StateMark row={row} />, bar: 80 },
      { title: 'webhooks.lastSuccess', cell: (row) => <LastSuccess row={row} />, bar: 90 },
      { title: 'webhooks.waiting', cell: (row) => formatNumber(row.waiting), end: true, bar: 30 },
      {
        title: 'ui.actions',
        cell: (row) => <RowMenu row={row} onRemove={onRemove} />,
        end: true,
        quiet: true,
        fixed: true,
        bar: 28,
      },
    ],
    [onRemove],
  )
}

function StackedEndpoint({ row, onRemove }: CellProps & { onRemove: (row: WebhookEndpoint) => void }) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-4">
        <NameCell row={row} />
        <RowMenu row={row} onRemove={onRemove} />
      </div>
      <div className="flex items-start justify-between gap-4 text-ink-2">
        <StateMark row={row} />
        <span>{t('webhooks.waitingCount', { count: row.waiting })}</span>
      </div>
    </div>
  )
}

const DocsLink = () => {
  const t = useText()
  return (
    <a href={`${paths.docs}#events`} target="_blank" rel="noopener" className="text-link">
      {t('webhooks.docsLink')} <span className="sr-only">({t('ui.newTab')})</span>
    </a>
  )
}

function CreateButton({ config, first, onPress }: { config: SmsDlr | undefined; first: boolean; onPress: () => void }) {
  const t = useText()
  const isFull = config !== undefined && config.endpoints.length >= limits.endpoints
  return (
    <Button
      tone="primary"
      {...(!first && { icon: Plus })}
      unlessSuspended
      disabled={isFull}
      onClick={onPress}
      onPointerEnter={preloadForm}
      onFocus={preloadForm}
    >
      {t('webhooks.add')}
    </Button>
  )
}

interface ViewProps {
  config: SmsDlr | undefined
  error: unknown
  retry: () => void
  onRemove: (row: WebhookEndpoint) => void
}

function Endpoints({ config, error, retry, onRemove }: ViewProps) {
  const t = useText()
  const navigate = useNavigate({ from: paths.receipts })
  const columns = useColumns(onRemove)
  const rows = config?.endpoints ?? NO_ROWS
  const create = () => void navigate({ search: { form: NEW } })
  const stacked = useCallback((row: WebhookEndpoint) => <StackedEndpoint row={row} onRemove={onRemove} />, [onRemove])
  return (
    <ListScreen
      name="webhooks"
      header={
        <>
          <PageHeader
            title={t('webhooks.title')}
            description={t('webhooks.description')}
            crumbs={[{ title: t('shell.extensions') }]}
            // It stands while the endpoints load, so that the page does not shift.
            action={
              config?.endpoints.length === 0 || error !== null ? undefined : (
                <CreateButton config={config} first={false} onPress={create} />
              )
            }
          />
          {rows.map((row) => (
            <Trouble key={row.id} row={row} />
          ))}
          {rows.length >= limits.endpoints && (
            <p className="mb-4 text-sm text-ink-3">{t('webhooks.full', { most: limits.endpoints })}</p>
          )}
        </>
      }
      list={{ rows, waiting: config === undefined && !error, refreshing: false, more: null, error, retry }}
      label={t('webhooks.title')}
      columns={columns}
      rowKey={idOf}
      stacked={stacked}
      tall
      empty={
        config && (
          <EmptyState
            title={t('webhooks.empty')}
            text={t('webhooks.emptyText')}
            action={
              <span className="grid justify-items-center gap-4">
                <CreateButton config={config} first onPress={create} />
                <DocsLink />
              </span>
            }
          >
            <ReceiverCard />
          </EmptyState>
        )
      }
      failedTitle={t('webhooks.loadFailed')}
    />
  )
}

/** Replaces a view of one endpoint that is not loaded, or that the account does not have. */
function Missing({ config, error, retry }: Omit<ViewProps, 'onRemove'>) {
  const t = useText()
  if (config === undefined && !error) return <Skeleton label={t('ui.loading')} />
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        crumbs={[{ title: t('shell.extensions') }, { title: t('webhooks.title'), path: paths.receipts }]}
      />
      <Card>
        {error ? (
          <ErrorPanel title={t('webhooks.loadFailed')} error={error} onRetry={retry} />
        ) : (
          <EmptyState title={t('webhooks.gone')} text={t('webhooks.goneText')} />
        )}
      </Card>
    </>
  )
}

function View({ search, ...view }: ViewProps & { search: WebhookSearch }) {
  const navigate = useNavigate({ from: paths.receipts })
  const { config } = view
  if (search.form !== undefined && config) {
    const close = (open?: string) => void navigate({ search: open === undefined ? {} : { open } })
    return <FormPage key={search.form} config={config} form={search.form} url={search.url} onClose={close} />
  }
  if (search.open === undefined && search.form === undefined) return <Endpoints {...view} />
  const endpoint = config?.endpoints.find(({ id }) => id === search.open)
  if (!config || !endpoint) return <Missing {...view} />
  return <EndpointPage key={endpoint.id} config={config} endpoint={endpoint} search={search} onRemove={view.onRemove} />
}

/** Screens S11: the endpoints that receipts and events are sent to, one of them in full, or its form. */
export function WebhooksPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.receipts })
  const search = readSearch(useSearch({ from: paths.receipts }))
  const webhooks = useWebhooks()
  const [removed, setRemoved] = useState<WebhookEndpoint | null>(null)
  return (
    <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
      <View {...webhooks} search={search} onRemove={setRemoved} />
      {removed !== null && webhooks.config && (
        <RemoveAlert
          config={webhooks.config}
          row={removed}
          onGone={() => {
            setRemoved(null)
            void navigate({ search: {} })
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Suspense>
  )
}
