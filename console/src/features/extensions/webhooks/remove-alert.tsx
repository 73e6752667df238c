import { DAY } from '@hongyan/contract/durations'
import type { SmsDlr, WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { ConfirmByName } from '../../../ui/confirm-by-name.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { toast } from '../../../ui/toasts.ts'
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
  const [now] = useState(Date.now)
  const isUsed = at !== null && Date.parse(at) > now - USED_DAYS * DAY
  const remove = async (): Promise<void> => {
    const endpoints = config.endpoints.filter((each) => each.id !== id).map(savedOf)
    keepWebhooks(await api.smsDlr.save({ body: { version: config.version, endpoints } }))
    toast('ok', doneText('deleted', 'webhooks.entity'))
    onGone()
  }
  return (
    <ConfirmByName
      title={deleteAsk('webhooks.entity', name)}
      name={isUsed ? name : null}
      nameLabel={t('webhooks.typeName', { name })}
      confirm={t('webhooks.remove')}
      confirming={t('webhooks.removing')}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('webhooks.removeText')}
    </ConfirmByName>
  )
}
