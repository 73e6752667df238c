import { list } from '@hongyan/contract/limits/screens'
import { FileText } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

export const palette: PaletteEntries = {
  records: [
    {
      title: 'search.invoice',
      icon: FileText,
      ids: /^HY-[A-Z]{2}-\d{4}-\d{6}$/i,
      async find(typed) {
        const number = typed.toUpperCase()
        const all = await api.invoices.list({ query: { limit: list.maxLimit, offset: 0 } })
        const found = all.find((each) => each.number === number)
        return found === undefined ? null : { name: number, open: { to: paths.invoices, search: { open: found.id } } }
      },
    },
  ],
}
