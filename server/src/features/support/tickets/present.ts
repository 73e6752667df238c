import type { Appeal, Ticket, TicketMessage, TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import type { ReadingDeps } from './deps.ts'
import type { SummaryRow, TicketKey } from './store.ts'
import { type ReadMessage, readWhole, type WholeTicket } from './whole.ts'

export const presentSummary = (row: SummaryRow): TicketSummary => ({
  id: row.id,
  no: row.no,
  subject: row.subject,
  category: row.category,
  impact: row.impact,
  priority: row.priority,
  state: row.state,
  reply_due_at: row.reply_due_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** Reads a ticket as its owner sees it; null where the account has none of the id. */
export async function readTicket(deps: ReadingDeps, key: TicketKey): Promise<Ticket | null> {
  const whole = await readWhole(deps, key)
  return whole === null ? null : presentTicket(whole, await deps.readAppeal(deps.db, whole))
}

/** Presents a ticket to its owner: names of staff are left out. */
export function presentTicket(row: WholeTicket, appeal: Appeal | null): Ticket {
  const { about_kind: kind, about_id: id, state, taken } = row
  const due = row.due_at?.toISOString() ?? null
  return {
    ...presentSummary(row),
    about: kind === null || id === null ? null : { kind, id },
    message_ids: row.message_ids,
    numbers: row.numbers,
    contact: row.contact,
    diagnostics: taken === null ? null : { taken_at: momentOf(taken.at), lines: taken.lines },
    appeal,
    messages: row.written.map(presentMessage),
    steps: row.steps.map(({ at, step }) => ({ at: momentOf(at), step })),
    solves_at: state === 'waiting_for_you' ? due : null,
    closes_at: state === 'solved' ? due : null,
    version: row.version,
  }
}

const presentMessage = ({ id, at, author, way, text, attachments }: ReadMessage): TicketMessage => ({
  id,
  at: momentOf(at),
  author,
  way,
  text,
  attachments,
})

/** A moment of PostgreSQL's JSON as the contract writes it. */
export const momentOf = (at: string): string => new Date(at).toISOString()
