import type { ListedRecipientId } from '@hongyan/contract/ids'
import { list } from '@hongyan/contract/limits/screens'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { Ban, FileUp } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'add-recipient',
      title: ['search.addRecipient'],
      icon: Ban,
      keywords: {
        en: [
          'block number',
          'block recipient',
          'blacklist',
          'blocklist',
          'opt-out',
          'opt out',
          'unsubscribe',
          'do not contact',
        ],
        zh: ['屏蔽号码', '拉黑', '黑名单', '退订', '拒收', '勿扰'],
      },
      open: { to: paths.protection, search: { form: 'add' } },
    },
    {
      id: 'import-recipients',
      title: ['search.importRecipients'],
      icon: FileUp,
      keywords: {
        en: ['import opt-outs', 'import blocklist', 'upload unsubscribes', 'suppression list'],
        zh: ['导入退订', '导入黑名单', '批量屏蔽'],
      },
      open: { to: paths.protection, search: { form: 'import' } },
    },
  ],
  records: [
    {
      title: 'search.recipient',
      icon: Ban,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const id = typed.toLowerCase() as ListedRecipientId // it matches `ids`
        const [found] = await api.recipients.list({ query: { id, limit: list.limit, offset: 0 } })
        return found === undefined
          ? null
          : { name: found.recipient ?? found.id, open: { to: paths.protection, search: { id } } }
      },
    },
  ],
}
