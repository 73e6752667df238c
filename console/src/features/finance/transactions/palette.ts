import { ReceiptText } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

export const palette: PaletteEntries = {
  records: [
    {
      title: 'search.transaction',
      icon: ReceiptText,
      ids: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$|^(?:\d{4}-\d{2}-\d{2}-sms|held-sms)$/i,
      async find(typed) {
        const id = typed.toLowerCase()
        const found = await api.transactions.get({ params: { id } }).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        })
        return found && { name: id, open: { to: paths.transactions, search: { open: id } } }
      },
    },
  ],
}
