import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'
import { type Statement, statement, txOf } from '../../../db/tx.ts'
import { uploadsColumn } from '../../../uploads/store.ts'
import type { ReadingDeps } from './deps.ts'
import { COLUMNS, type MessageRow, type TicketKey, type TicketRow, uploadSubjectColumn } from './store.ts'

/** A moment as PostgreSQL writes it into JSON. */
export type JsonMoment = string

/** A message with those of its attachments that still exist. */
export interface ReadMessage extends Pick<MessageRow, 'id' | 'author' | 'way' | 'by' | 'text'> {
  readonly at: JsonMoment
  readonly attachments: Ticket['messages'][number]['attachments']
}

/** A ticket with everything that is shown of it, oldest first. */
export interface WholeTicket extends TicketRow {
  readonly written: readonly ReadMessage[]
  readonly steps: readonly { readonly at: JsonMoment; readonly step: Ticket['steps'][number]['step'] }[]
  readonly taken: { readonly at: JsonMoment; readonly lines: NonNullable<Ticket['diagnostics']>['lines'] } | null
}

const list = (row: string, from: string): string =>
  `(select coalesce(json_agg(json_build_object(${row}) order by x.id), '[]') from ${from})`
const OF_TICKET = 'x where x.account_id = t.account_id and x.ticket_id = t.id'

/** One round trip: an open page reads its ticket every few seconds. */
const WHOLE: Statement = statement(
  'ticket.whole',
  `select ${COLUMNS.map((column) => `t.${column}`).join(', ')},
     ${list(
       `'id', x.id, 'at', x.at, 'author', x.author, 'way', x.way, 'by', x.by, 'text', x.text,
        'attachments', ${uploadsColumn('x.account_id', uploadSubjectColumn('x.id'))}`,
       `ticket_message ${OF_TICKET}`,
     )} as written,
     ${list("'at', x.at, 'step', x.step", `ticket_step ${OF_TICKET}`)} as steps,
     (select json_build_object('at', d.taken_at, 'lines', d.lines) from ticket_diagnostics d
       where d.account_id = t.account_id and d.id = t.diagnostics_id) as taken
   from ticket t where t.account_id = $1 and t.id = $2`,
)

/** Reads a ticket; null where the account has none of the id. */
export async function readWhole(
  { db }: Pick<ReadingDeps, 'db'>,
  { account, id }: TicketKey,
): Promise<WholeTicket | null> {
  const [row] = await txOf(db).run<WholeTicket>(WHOLE, [account, id])
  return row ?? null
}
