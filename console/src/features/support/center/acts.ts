import type { TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import { api } from '../../../api/api.ts'
import { t } from '../../../i18n/text.ts'
import { storedRecord } from '../../../lib/stored-record.ts'
import { toast } from '../../../ui/toasts.ts'
import { keepTicket, reloadTicket } from './queries.ts'

export const canSolve = ({ state }: Pick<TicketSummary, 'state'>): boolean => state !== 'solved' && state !== 'closed'

export const canReopen = ({ state }: Pick<TicketSummary, 'state'>): boolean => state === 'solved'

/** Solves a ticket, or reopens a solved one. Meanwhile support may have changed it, so its version is read first. */
async function setState({ id }: Pick<TicketSummary, 'id'>, state: 'solved' | 'waiting_for_us'): Promise<void> {
  const { version } = await api.tickets.get({ params: { id } })
  const ticket = await api.tickets
    .update({ params: { id }, body: { version, state } })
    .catch(async (reason: unknown): Promise<never> => {
      if (storedRecord(reason) !== null) await reloadTicket({ id })
      throw reason
    })
  keepTicket(ticket)
  toast('ok', t(state === 'solved' ? 'center.isSolved' : 'center.isReopened'))
}

export const solve = (ticket: Pick<TicketSummary, 'id'>): Promise<void> => setState(ticket, 'solved')

export const reopen = (ticket: Pick<TicketSummary, 'id'>): Promise<void> => setState(ticket, 'waiting_for_us')
