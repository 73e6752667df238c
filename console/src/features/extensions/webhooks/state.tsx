import type { WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { Link } from '@tanstack/react-router'
import { gap } from '../../../i18n/gap.ts'
import { formatDate, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TriangleAlert } from 'lucide-react'
import { Moment } from '../../../ui/moment.tsx'
import { Status } from '../../../ui/status.tsx'
import { enable } from './acts.ts'
import { reasonTitles, stateLooks } from './labels.ts'

const UNTIL = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

interface RowProps {
  row: WebhookEndpoint
}

/** The reason of a state; null where it needs none. */
function Reason({ row: { state, disabled_reason: reason, failing_since: since } }: RowProps) {
  const t = useText()
  if (state === 'disabled' && reason !== null) return t(reasonTitles[reason])
  if (state !== 'failing' || since === null) return null
  return (
    <>
      {t('webhooks.since')} <Moment at={since} />
    </>
  )
}

export function StateMark({ row }: RowProps) {
  const t = useText()
  const { tone, title } = stateLooks[row.state]
  return (
    <span className="grid gap-0.5">
      <Status tone={tone}>{t(title)}</Status>
      <span className="text-xs text-ink-3 empty:hidden">
        <Reason row={row} />
      </span>
    </span>
  )
}

/** Counts what waits for a disabled endpoint, and says until when it is kept. */
function Waiting({ row: { waiting, waiting_until: until } }: RowProps) {
  const t = useText()
  if (until === null) return t('webhooks.keptNone')
  return t('webhooks.keptUntil', { count: waiting, until: formatDate(new Date(until), UNTIL) })
}

/** Says of an endpoint that fails or is disabled how to repair it. */
export function Trouble({ row }: RowProps) {
  const t = useText()
  const { id, name, state } = row
  if (state !== 'failing' && state !== 'disabled') return null
  const isDisabled = state === 'disabled'
  return (
    <div
      role="group"
      aria-label={t(isDisabled ? 'webhooks.troubleDisabled' : 'webhooks.troubleFailing', { name })}
      className={`mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-3 py-2.5 text-sm ${
        isDisabled ? 'border-bad-line bg-bad-soft' : 'border-warn-line bg-warn-soft'
      }`}
    >
      <span className="flex min-w-0 flex-1 basis-80 gap-2.5">
        <Icon of={TriangleAlert} className={`mt-0.5 ${isDisabled ? 'text-bad' : 'text-warn'}`} />
        <span className="min-w-0 text-ink-2">
          <strong className="font-medium text-ink">
            {t(isDisabled ? 'webhooks.troubleDisabled' : 'webhooks.troubleFailing', { name })}
          </strong>
          {gap()}
          {t(isDisabled ? 'webhooks.troubleDisabledText' : 'webhooks.troubleFailingText')}
          {gap()}
          {isDisabled && <Waiting row={row} />}
        </span>
      </span>
      <span className="flex gap-2">
        <Link
          to={paths.receipts}
          search={{ open: id, tab: 'deliveries', ...(isDisabled && { status: WebhookDeliveryState.Failed }) }}
          className={buttonLooks('secondary', 'small')}
        >
          {t('webhooks.seeDeliveries')}
        </Link>
        {isDisabled && (
          <Button size="small" unlessSuspended onClick={() => enable(row)}>
            {t('webhooks.enable')}
          </Button>
        )}
      </span>
    </div>
  )
}
