import { DAY } from '@hongyan/contract/durations'
import type { SmsDlr, WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { keepWebhooks, savedOf } from './queries.ts'

/** A deletion of what was used in so many days waits for its name (screens S0). */
const USED_DAYS = 30

interface RemoveAlertProps {
  config: SmsDlr
  row: WebhookEndpoint
  onGone: () => void
  onClose: () => void
}

/** Asks before an endpoint is removed with what waits for it. */
export function RemoveAlert({ config, row: { id, name, succeeded_at: at }, onGone, onClose }: RemoveAlertProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [now] = useState(Date.now)
  const isUsed = at !== null && Date.parse(at) > now - USED_DAYS * DAY
  const mayRemove = !isUsed || typed.trim() === name
  const [busy, remove] = useBusy(async () => {
    const endpoints = config.endpoints.filter((each) => each.id !== id).map(savedOf)
    keepWebhooks(await api.smsDlr.save({ body: { version: config.version, endpoints } }))
    toast('ok', textNow('webhooks.removed'))
    onGone()
  })
  const actions = (
    <>
      <Button autoFocus={!isUsed} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" disabled={!mayRemove} busy={busy} busyLabel={t('webhooks.removing')} onClick={remove}>
        {t('webhooks.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={t('webhooks.removeAsk', { name })} onClose={onClose} actions={actions}>
      {t('webhooks.removeText')}
      {isUsed && (
        <form
          className="mt-4 text-ink"
          onSubmit={(event) => {
            event.preventDefault()
            if (mayRemove && !busy) remove()
          }}
        >
          <TextField
            autoFocus
            label={t('webhooks.typeName', { name })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </form>
      )}
    </Alert>
  )
}
