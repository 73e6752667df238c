import type { MessageWebhook } from '@hongyan/contract/endpoints/messaging/messages'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { Link } from '@tanstack/react-router'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'

const looks: Readonly<Record<WebhookDeliveryState, { readonly tone: Tone; readonly title: TextId }>> = {
  [WebhookDeliveryState.Pending]: { tone: 'open', title: 'logs.webhookPending' },
  [WebhookDeliveryState.Succeeded]: { tone: 'ok', title: 'logs.webhookSucceeded' },
  [WebhookDeliveryState.Failing]: { tone: 'warn', title: 'logs.webhookFailing' },
  [WebhookDeliveryState.Failed]: { tone: 'bad', title: 'logs.webhookFailed' },
}

function Delivery({
  row: { id, type, events, state, code, created_at: created, tried_at: tried, endpoint },
}: {
  row: MessageWebhook
}) {
  const t = useText()
  const { tone, title } = looks[state]
  return (
    <li className="grid gap-1">
      <div className="flex items-baseline justify-between gap-4">
        <Link
          to={paths.receipts}
          search={{ open: endpoint.id, tab: 'deliveries', delivery: id }}
          className="min-w-0 wrap-anywhere text-link"
        >
          {endpoint.name}
        </Link>
        <Status tone={tone}>
          {t(title)}
          {code !== null && <span className="text-ink-3 tabular-nums">{code}</span>}
        </Status>
      </div>
      <div className="flex items-baseline justify-between gap-4 text-xs text-ink-3">
        {events > 1 ? (
          t('logs.webhookBatch', { count: events })
        ) : (
          <span className="font-mono wrap-anywhere">{type}</span>
        )}
        <span className="whitespace-nowrap">
          <Moment at={tried ?? created} seconds />
        </span>
      </div>
    </li>
  )
}

/** Each delivery of a message's events, which opens in its endpoint's log. */
export const WebhookList = ({ rows }: { rows: readonly MessageWebhook[] }) => (
  <ul className="grid gap-3">
    {rows.map((row) => (
      <Delivery key={`${row.endpoint.id}${row.id}`} row={row} />
    ))}
  </ul>
)
