import type { WebhookDelivery } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { useText } from '../../../i18n/text.ts'
import { Status } from '../../../ui/status.tsx'
import { deliveryLooks } from './labels.ts'

export function DeliveryState({ row: { state } }: { row: WebhookDelivery }) {
  const t = useText()
  const { tone, title } = deliveryLooks[state]
  return <Status tone={tone}>{t(title)}</Status>
}
