import { Webhook } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

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
      ids: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
      async find(typed) {
        const { endpoints } = await api.smsDlr.get()
        const found = endpoints.find(({ id }) => id === typed.toLowerCase())
        return found === undefined
          ? null
          : { name: found.name, open: { to: paths.receipts, search: { open: found.id } } }
      },
    },
  ],
}
