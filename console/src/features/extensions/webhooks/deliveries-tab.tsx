import type { WebhookDelivery, WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { testEvents } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { Link, useNavigate } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countFilters, withPart } from '../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../ui/list/choice-filter.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { TextFilter } from '../../../ui/list/text-filter.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RecordMenu } from '../../../ui/record-menu.tsx'
import type { Column } from '../../../ui/table.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { answerOf, deliveryLooks, latencyText } from './labels.ts'
import { useDeliveries } from './queries.ts'
import { type DeliveryFilter, exportOf, filterOf, readText, type WebhookSearch } from './search.ts'

const ReplayDialog = lazy(() => import('./replay-dialog.tsx'))

interface CellProps {
  row: WebhookDelivery
}

function TimeCell({ row: { id, created_at: at } }: CellProps) {
  return (
    <Link
      from={paths.receipts}
      to={paths.receipts}
      search={(now) => ({ ...now, delivery: id })}
      resetScroll={false}
      data-opens
      className="after:absolute after:inset-0 after:content-['']"
    >
      <Moment at={at} seconds />
    </Link>
  )
}

function EventCell({ row: { type, events } }: CellProps) {
  const t = useText()
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span className="font-mono text-xs">{type}</span>
      {events > 1 && (
        <span className="text-xs whitespace-nowrap text-ink-3">{t('webhooks.batchCount', { count: events })}</span>
      )}
    </span>
  )
}

function MessageCell({ row: { message_id: message } }: CellProps) {
  if (message === null) return null
  return (
    <Link
      to={paths.logs}
      search={{ open: message }}
      className="relative z-1 block max-w-32 truncate font-mono text-xs text-link"
    >
      {message}
    </Link>
  )
}

const AnswerCell = ({ row }: CellProps) => {
  useText()
  return answerOf(row)
}
const Menu = ({ row: { id, type } }: CellProps) => <RecordMenu kind="webhook_delivery" id={id} name={type} />
const NextCell = ({ row: { next_at: at } }: CellProps) => at !== null && <Moment at={at} seconds />

const columns: readonly Column<WebhookDelivery>[] = [
  { title: 'webhooks.time', cell: (row) => <TimeCell row={row} />, fixed: true, bar: 80 },
  { title: 'webhooks.event', cell: (row) => <EventCell row={row} />, bar: 140 },
  { title: 'webhooks.message', cell: (row) => <MessageCell row={row} />, bar: 100 },
  { title: 'webhooks.state', cell: (row) => <DeliveryState row={row} />, bar: 70 },
  { title: 'webhooks.answer', cell: (row) => <AnswerCell row={row} />, bar: 40 },
  { title: 'webhooks.triesShort', cell: (row) => row.tries, end: true, bar: 16 },
  {
    title: 'webhooks.latency',
    cell: (row) => row.latency_ms !== null && latencyText(row.latency_ms),
    end: true,
    bar: 40,
  },
  { title: 'webhooks.next', cell: (row) => <NextCell row={row} />, bar: 60 },
  { title: 'ui.actions', cell: (row) => <Menu row={row} />, end: true, quiet: true, fixed: true, bar: 28 },
]

const Stacked = ({ row }: CellProps) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-4">
      <DeliveryState row={row} />
      <span className="text-ink-3">
        <TimeCell row={row} />
      </span>
    </div>
    <div className="-mr-2 -mb-1.5 flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <EventCell row={row} />
      </div>
      <AnswerCell row={row} />
      <Menu row={row} />
    </div>
  </div>
)

const idOf = ({ id }: WebhookDelivery) => id
const stacked = (row: WebhookDelivery) => <Stacked row={row} />
const states = Object.values(WebhookDeliveryState)

interface FiltersProps {
  filter: DeliveryFilter
  onChange: (filter: DeliveryFilter) => void
}

function Filters({ filter, onChange }: FiltersProps) {
  const t = useText()
  const today = useToday()
  const { status, type, message, ...range } = filter
  return (
    <FilterBar count={countFilters(filter)} onClear={() => onChange({})}>
      <ChoiceFilter
        label={t('webhooks.state')}
        value={status}
        values={states}
        title={(state) => t(deliveryLooks[state].title)}
        onChange={(chosen) => onChange(withPart(filter, 'status', chosen))}
      />
      <ChoiceFilter<string>
        label={t('webhooks.event')}
        value={type}
        values={testEvents}
        title={(event) => event}
        onChange={(chosen) => onChange(withPart(filter, 'type', chosen))}
      />
      <RangePicker
        value={range}
        today={today}
        onChange={(chosen) =>
          onChange({
            ...(status !== undefined && { status }),
            ...(type !== undefined && { type }),
            ...(message !== undefined && { message }),
            ...chosen,
          })
        }
      />
      <TextFilter
        label={t('webhooks.message')}
        value={message}
        read={readText}
        onChange={(typed) => onChange(withPart(filter, 'message', typed))}
        invalidText={t('webhooks.messageWrong')}
      />
    </FilterBar>
  )
}

/** Opens the form of an export with the endpoint, days and filters of the list. */
function ExportLink({ endpoint: { id }, filter }: { endpoint: WebhookEndpoint; filter: DeliveryFilter }) {
  const t = useText()
  return (
    <Link to={paths.exports} search={exportOf(id, filter, useToday())} className={buttonLooks('secondary', 'small')}>
      {t('webhooks.export')}
    </Link>
  )
}

/** The newest deliveries of an endpoint, and what each try sent and got. */
export function DeliveriesTab({ endpoint, search }: { endpoint: WebhookEndpoint; search: WebhookSearch }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.receipts })
  const filter = filterOf(search)
  const list = useDeliveries(endpoint, filter)
  const [isReplaying, setReplaying] = useState(false)
  const change = (next: WebhookSearch) =>
    void navigate({
      search: { open: endpoint.id, tab: 'deliveries', ...next },
      replace: true,
      resetScroll: false,
    })
  const isNarrowed = countFilters(filter) > 0
  const isEmpty = !list.waiting && !list.error && list.rows.length === 0 && !isNarrowed
  return (
    <>
      <ListScreen
        name="deliveries"
        header={
          !isEmpty && (
            <div className="mb-4 flex justify-end gap-2">
              <ExportLink endpoint={endpoint} filter={filter} />
              <Button
                size="small"
                icon={RotateCw}
                unlessSuspended
                onClick={() => setReplaying(true)}
                onPointerEnter={preloadDialog}
                onFocus={preloadDialog}
              >
                {t('webhooks.replayMany')}
              </Button>
            </div>
          )
        }
        filters={isEmpty ? undefined : <Filters filter={filter} onChange={change} />}
        list={list}
        label={t('webhooks.deliveries')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('webhooks.noMatch')}
              text={t('webhooks.noMatchText')}
              action={<Button onClick={() => change({})}>{t('list.clear')}</Button>}
            />
          ) : (
            <EmptyState title={t('webhooks.noDelivery')} text={t('webhooks.noDeliveryText')} />
          )
        }
        failedTitle={t('webhooks.deliveriesFailed')}
      />
      {search.delivery !== undefined && (
        <DeliverySheet
          endpoint={endpoint}
          id={search.delivery}
          rows={list.rows}
          onOpen={(delivery) => change({ ...filter, delivery })}
          onClose={() => change(filter)}
        />
      )}
      {isReplaying && (
        <Suspense>
          <ReplayDialog endpoint={endpoint} onClose={() => setReplaying(false)} />
        </Suspense>
      )}
    </>
  )
}
