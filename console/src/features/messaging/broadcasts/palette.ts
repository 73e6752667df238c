import type { BroadcastId } from '@hongyan/contract/ids'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { SendHorizontal } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

/** The address of one broadcast. */
const pageOf = (id: BroadcastId): string => paths.broadcastOne.replace('$id', id)

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'new-broadcast',
      title: ['search.newBroadcast'],
      icon: SendHorizontal,
      suggested: true,
      keywords: {
        en: ['create broadcast', 'new campaign', 'send in bulk', 'upload recipients', 'send to a list'],
        zh: ['新建群发', '创建群发', '批量发送', '导入号码', '发送名单'],
      },
      open: { to: paths.broadcastNew },
    },
  ],
  records: [
    {
      title: 'search.broadcast',
      icon: SendHorizontal,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const id = typed.toLowerCase() as BroadcastId // it matches `ids`
        const found = await api.broadcasts.get({ params: { id } }).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        })
        return found && { name: found.name, open: { to: pageOf(id) } }
      },
    },
  ],
}
