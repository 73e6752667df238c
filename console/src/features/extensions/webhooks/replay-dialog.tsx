import type { WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { api } from '../../../api/api.ts'
import { useToday } from '../../../api/use-today.ts'
import { formatNumber, t as textNow, useText } from '../../../i18n/text.ts'
import { RadioCards } from '../../../ui/choice.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { RangePicker } from '../../../ui/list/range-picker.tsx'
import { daysBefore } from '../../../lib/calendar-day.ts'
import { daysOf, type RangeSearch } from '../../../ui/list/range.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadDeliveries } from './queries.ts'
import { spanOf } from '../../../ui/list/spans.ts'

/** Delivers again what was first delivered in some days. */
export default function ReplayDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const t = useText()
  const today = useToday()
  const { time_zone: zone } = useAccount()
  const [state, setState] = useState<'all' | 'failed'>('failed')
  const [range, setRange] = useState<RangeSearch>({ period: '7d' })

  async function submit() {
    const { from = daysBefore(today, limits.keptDays), to = today } = daysOf(range, today)
    const span = spanOf({ from, to }, zone)
    const { deliveries } = await api.smsDlr.replayMany({
      params: { eid: endpoint.id },
      body: { from: span.from ?? from, to: span.to ?? to, state },
    })
    onClose()
    toast('ok', textNow('webhooks.replaying', { count: deliveries, number: formatNumber(deliveries) }))
    await reloadDeliveries()
  }

  return (
    <Dialog title={t('webhooks.replayMany')} open onClose={onClose}>
      <Form submit={submit} onError={showError}>
        <DialogBody>
          <p className="text-sm text-ink-2">{t('webhooks.replayText', { most: formatNumber(limits.replayMax) })}</p>
          <RangePicker labelled="above" value={range} today={today} openEnded={null} onChange={setRange} />
          <RadioCards
            legend={t('webhooks.which')}
            name="state"
            choices={[
              { value: 'failed', title: t('webhooks.onlyFailed'), text: t('webhooks.onlyFailedText') },
              { value: 'all', title: t('webhooks.everything'), text: t('webhooks.everythingText') },
            ]}
            value={state}
            onChange={(chosen) => setState(chosen === 'all' ? 'all' : 'failed')}
          />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('webhooks.replayBusy')}>
            {t('webhooks.replay')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
