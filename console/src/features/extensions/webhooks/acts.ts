import type { WebhookEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { api } from '../../../api/api.ts'
import { t as textNow } from '../../../i18n/text.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadWebhooks } from './queries.ts'

async function switchTo(on: boolean, eid: WebhookEndpoint['id']): Promise<void> {
  await api.smsDlr[on ? 'enable' : 'disable']({ params: { eid } })
  toast('ok', textNow(on ? 'webhooks.enabled' : 'webhooks.switchedOff'))
  await reloadWebhooks()
}

export const enable = ({ id }: WebhookEndpoint): void => void switchTo(true, id).catch(showError)
export const disable = ({ id }: WebhookEndpoint): void => void switchTo(false, id).catch(showError)
