import type { WebhookDelivery, WebhookEndpoint, WebhookTry } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyableId } from '../../../ui/copy.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { SideSheet, stepsBeside } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { DeliveryState } from './delivery-state.tsx'
import { Code, headerText } from './code.tsx'
import { answerOf, latencyText } from './labels.ts'
import { reloadDeliveries, useDelivery } from './queries.ts'

function Facts({ row }: { row: WebhookDelivery }) {
  const t = useText()
  const { webhook_id: webhookId, message_id: message, events, next_at: next } = row
  return (
    <dl className="text-sm">
      <DetailRow title="webhooks.webhookId">
        <CopyableId value={webhookId} what={t('webhooks.webhookId')} />
      </DetailRow>
      {message !== null && (
        <DetailRow title="webhooks.message">
          <Link to={paths.logs} search={{ open: message }} className="font-mono text-xs wrap-anywhere text-link">
            {message}
          </Link>
        </DetailRow>
      )}
      <DetailRow title="webhooks.time">
        <Moment at={row.created_at} whole />
      </DetailRow>
      {events > 1 && <DetailRow title="webhooks.events">{t('webhooks.batchCount', { count: events })}</DetailRow>}
      {next !== null && (
        <DetailRow title="webhooks.next">
          <Moment at={next} whole />
        </DetailRow>
      )}
    </dl>
  )
}

/** One try, with what it sent and got as far as that is kept. */
function Attempt({ attempt, isOpen }: { attempt: WebhookTry; isOpen: boolean }) {
  const t = useText()
  const { number, at, url, latency_ms: latency } = attempt
  const { request_headers: sent, request_body: body, response_headers: got, response_body: answer } = attempt
  return (
    <details open={isOpen} className="rounded-lg border border-line p-4">
      <summary className="cursor-pointer text-sm">
        <span className="font-medium">{t('webhooks.attempt', { number })}</span>
        <span className="text-ink-2">
          {' '}
          · {answerOf(attempt)} · {latency !== null && `${latencyText(latency)} · `}
          <Moment at={at} seconds />
        </span>
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-4">
        <p className="font-mono text-xs wrap-anywhere text-ink-2">{url}</p>
        {sent === null && latency !== null && (
          <p className="text-sm text-ink-2">{t('webhooks.bodyNotKept', { count: limits.successBodies })}</p>
        )}
        {sent !== null && <Code title={t('webhooks.requestHeaders')} text={headerText(sent)} />}
        {body !== null && <Code title={t('webhooks.requestBody')} text={body} />}
        {got !== null && <Code title={t('webhooks.responseHeaders')} text={headerText(got)} />}
        {answer !== null && <Code title={t('webhooks.responseBody')} text={answer} />}
      </div>
    </details>
  )
}

interface DeliverySheetProps {
  endpoint: WebhookEndpoint
  id: string
  /** The rows behind the sheet, for its previous and next buttons. */
  rows: readonly WebhookDelivery[]
  onOpen: (id: string) => void
  onClose: () => void
}

const isOff = ({ state }: WebhookEndpoint): boolean => state === 'off' || state === 'disabled'

/** One delivery with each of its tries, under an address that can be shared. */
export function DeliverySheet({ endpoint, id, rows, onOpen, onClose }: DeliverySheetProps) {
  const t = useText()
  const { detail, error, retry } = useDelivery(endpoint.id, id)
  const shown = detail ?? rows.find((row) => row.id === id)
  const [busy, replay] = useBusy(async () => {
    if (!shown) return
    await api.smsDlr.replay({ params: { eid: endpoint.id, did: shown.id } })
    toast('ok', textNow(isOff(endpoint) ? 'webhooks.replayedOff' : 'webhooks.replayed'))
    await reloadDeliveries()
  })
  const last = detail?.attempts[0]?.number
  return (
    <SideSheet
      open
      label={t('webhooks.deliveryOf', { type: shown?.type ?? '' })}
      onClose={onClose}
      {...stepsBeside<string>(rows, id, onOpen)}
      href={`${paths.receipts}?${new URLSearchParams({ open: endpoint.id, tab: 'deliveries', delivery: id })}`}
      head={
        shown ? (
          <>
            <DeliveryState row={shown} />
            <h2 className="font-mono text-md font-semibold wrap-anywhere">{shown.type}</h2>
            <CopyableId value={shown.id} what={t('webhooks.id')} />
          </>
        ) : (
          <h2 className="font-semibold">{t('webhooks.delivery')}</h2>
        )
      }
      foot={
        detail ? (
          <Button
            size="small"
            tone="primary"
            unlessSuspended
            busy={busy}
            busyLabel={t('webhooks.replayBusy')}
            onClick={replay}
          >
            {t('webhooks.replay')}
          </Button>
        ) : undefined
      }
    >
      {detail === null && <EmptyState title={t('webhooks.noDeliveryHere')} text={t('webhooks.goneText')} />}
      {detail && (
        <div className="grid grid-cols-1 gap-6">
          <Facts row={detail} />
          <section className="grid grid-cols-1 gap-3">
            <h3 className="text-sm font-medium">{t('webhooks.attempts')}</h3>
            {detail.attempts.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} isOpen={attempt.number === last} />
            ))}
            {detail.attempts.length === 0 && <p className="text-sm text-ink-3">{t('webhooks.noAttempt')}</p>}
          </section>
        </div>
      )}
      {detail === undefined && !error && <Skeleton label={t('ui.loading')} />}
      {detail === undefined && Boolean(error) && (
        <ErrorPanel title={t('webhooks.deliveriesFailed')} error={error} onRetry={retry} />
      )}
    </SideSheet>
  )
}
