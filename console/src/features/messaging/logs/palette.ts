import type { MessageId } from '@hongyan/contract/ids'
import { MessageSquare } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

/** A message or request id as the console spells it, or without dashes as the send API does. */
const IDS = /^[\da-f]{8}-?[\da-f]{4}-?7[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i

export const palette: PaletteEntries = {
  records: [
    {
      title: 'search.message',
      icon: MessageSquare,
      ids: IDS,
      async find(typed) {
        const rows = await api.messages.list({ query: { ref: typed.toLowerCase(), limit: 2, offset: 0 } })
        const [first, second] = rows
        if (first === undefined) return null
        // A request of several recipients opens the list of its messages.
        const search = second === undefined ? { open: first.id satisfies MessageId } : { ref: typed.toLowerCase() }
        return { name: second === undefined ? first.to : typed, open: { to: paths.logs, search } }
      },
    },
  ],
}
