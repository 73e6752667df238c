import type { Tx } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { TicketRow } from './store.ts'

/** Notifies the owner of a reply of support, also at the address that the ticket names. */
export async function notifyReplied(tx: Tx, ticket: TicketRow, text: string, at: Date): Promise<void> {
  const values = { ...naming(ticket), text, until: untilOf(ticket) }
  await notify(tx, { account: ticket.account_id, kind: 'ticket_replied', values, at, also: contactOf(ticket) })
}

/** Notifies the owner that support, or a week without an answer, solved the ticket. */
export async function notifySolved(tx: Tx, ticket: TicketRow, silence: boolean, at: Date): Promise<void> {
  const values = { ...naming(ticket), until: untilOf(ticket), silence: silence ? 'yes' : 'no' } as const
  await notify(tx, { account: ticket.account_id, kind: 'ticket_solved', values, at, also: contactOf(ticket) })
}

const naming = ({ id, no, subject }: TicketRow) => ({ id, no: String(no), subject })

/** The moment until which a solved ticket can be reopened; empty for one that is not solved. */
const untilOf = ({ state, due_at: due }: TicketRow): string =>
  state === 'solved' && due !== null ? due.toISOString() : ''

const contactOf = ({ contact }: TicketRow) =>
  contact === null ? [] : [{ channel: 'email', address: contact } as const]
