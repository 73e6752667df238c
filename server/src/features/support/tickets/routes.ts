import { type Ticket, tickets } from '@hongyan/contract/endpoints/support/tickets'
import { implement, type Route } from '../../../http/implement.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ticketAudit } from './audit.ts'
import { changeState, replyToTicket } from './change.ts'
import type { TicketDeps } from './deps.ts'
import { listTickets } from './list.ts'
import { openTicket } from './open.ts'
import { presentSummary, readTicket } from './present.ts'
import type { TicketKey } from './store.ts'

/** Stays open to a suspended account, which needs support (ruling 35). */
export const ticketRoutes = (deps: TicketDeps): readonly Route[] =>
  implement(
    tickets,
    {
      list: async ({ caller: { account }, query, total }) => {
        const page = await listTickets(deps.db, account, query)
        total(page.total)
        return page.rows.map(presentSummary)
      },
      create: async ({ caller, body, key }) => {
        const id = await openTicket(deps, caller, body, key)
        return ticketOf(deps, { account: caller.account, id })
      },
      get: ({ caller: { account }, params: { id } }) => ticketOf(deps, { account, id }),
      update: async ({ caller: { account }, params: { id }, body }) => {
        await changeState(deps, { account, id }, body)
        return ticketOf(deps, { account, id })
      },
      reply: async ({ caller: { account }, params: { id }, body, key }) => {
        await replyToTicket(deps, { account, id }, body, key)
        return ticketOf(deps, { account, id })
      },
      diagnose: ({ caller: { account }, locale }) => deps.diagnose(account, locale),
    },
    { audit: { create: ticketAudit, update: ticketAudit, reply: ticketAudit } },
  )

async function ticketOf(deps: TicketDeps, key: TicketKey): Promise<Ticket> {
  const ticket = await readTicket(deps, key)
  if (ticket === null) throw new Refusal('not_found')
  return ticket
}
