import type { TicketId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { LifeBuoy } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import type { FoundRecord, PaletteEntries } from '../../../shell/search/entry.ts'

interface Named {
  readonly id: string
  readonly no: number
  readonly subject: string
}

const recordOf = ({ id, no, subject }: Named): FoundRecord => ({
  name: `#${no} ${subject}`,
  open: { to: paths.supportTicket.replace('$id', id) },
})

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'write-ticket',
      title: ['search.writeTicket'],
      icon: LifeBuoy,
      keywords: {
        en: ['new ticket', 'open a ticket', 'contact support', 'report a problem', 'get help', 'appeal suspension'],
        zh: ['新建工单', '提工单', '联系客服', '反馈问题', '寻求帮助', '申诉'],
      },
      open: { to: paths.supportNew },
    },
  ],
  records: [
    {
      title: 'search.ticket',
      icon: LifeBuoy,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const id = typed.toLowerCase() as TicketId // it matches `ids`
        const found = await api.tickets.get({ params: { id } }).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        })
        return found && recordOf(found)
      },
    },
    {
      title: 'search.ticket',
      icon: LifeBuoy,
      // A ticket's number, as every screen and email spells it.
      ids: /^#\d{1,9}$/,
      async find(typed) {
        const text = typed.slice(1)
        const rows = await api.tickets.list({ query: { text, limit: limits.limit, offset: 0 } })
        const found = rows.find(({ no }) => String(no) === text)
        return found === undefined ? null : recordOf(found)
      },
    },
  ],
  named: [
    {
      title: 'search.ticket',
      icon: LifeBuoy,
      load: async () =>
        (await api.tickets.list({ query: { limit: limits.maxLimit, offset: 0 } })).map((ticket) => ({
          id: ticket.id,
          ...recordOf(ticket),
        })),
    },
  ],
}
