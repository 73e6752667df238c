import type { WebhookDeliveryId, WebhookEndpointId } from '@hongyan/contract/ids'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { Send, Webhook } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import type { FoundRecord, PaletteEntries } from '../../../shell/search/entry.ts'

/** The `webhook-id` that a receiver sees is the delivery's id without dashes, behind this. */
const PREFIX = 'msg_'

/** A delivery's id, as the console or the `webhook-id` spells it. */
const DELIVERY_IDS = new RegExp(
  String.raw`^(?:${PREFIX})?[\da-f]{8}-?[\da-f]{4}-?7[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$`,
  'i',
)

const withDashes = (id: string): string =>
  id.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

async function findDelivery(eid: WebhookEndpointId, did: WebhookDeliveryId): Promise<FoundRecord | null> {
  const found = await api.smsDlr.delivery({ params: { eid, did } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
  return (
    found && {
      name: found.webhook_id,
      open: { to: paths.receipts, search: { open: eid, tab: 'deliveries', delivery: did } },
    }
  )
}

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'add-webhook',
      title: ['search.addWebhook'],
      icon: Webhook,
      keywords: {
        en: ['new webhook', 'add webhook', 'add endpoint', 'create webhook', 'new callback'],
        zh: ['添加 webhook', '新建 webhook', '添加端点', '新建端点', '添加回调', '配置回调'],
      },
      open: { to: paths.receipts, search: { form: 'new' } },
    },
  ],
  records: [
    {
      title: 'search.webhook',
      icon: Webhook,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const { endpoints } = await api.smsDlr.get()
        const found = endpoints.find(({ id }) => id === typed.toLowerCase())
        return found === undefined
          ? null
          : { name: found.name, open: { to: paths.receipts, search: { open: found.id } } }
      },
    },
    {
      title: 'search.webhookDelivery',
      icon: Send,
      ids: DELIVERY_IDS,
      async find(typed) {
        const did = withDashes(typed.toLowerCase().replace(PREFIX, '')) as WebhookDeliveryId // it matches `ids`
        const { endpoints } = await api.smsDlr.get()
        const found = await Promise.all(endpoints.map(({ id }) => findDelivery(id, did)))
        return found.find((record) => record !== null) ?? null
      },
    },
  ],
  named: [
    {
      title: 'search.webhook',
      icon: Webhook,
      async load() {
        const { endpoints } = await api.smsDlr.get()
        return endpoints.map(({ id, name }) => ({ id, name, open: { to: paths.receipts, search: { open: id } } }))
      },
    },
  ],
}
