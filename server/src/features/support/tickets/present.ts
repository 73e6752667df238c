import type { Ticket, TicketMessage, TicketSummary } from '@hongyan/contract/endpoints/support/tickets'
import type { Upload } from '@hongyan/contract/endpoints/upload'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { uploadsOfEach } from '../../../uploads/claims.ts'
import type { StoredUpload } from '../../../uploads/store.ts'
import type { ReadingDeps } from './deps.ts'
import * as store from './store.ts'

export const presentSummary = (row: store.SummaryRow): TicketSummary => ({
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

/** Reads everything of a ticket as its owner sees it: names of staff are left out. */
export async function presentTicket({ db, readAppeal }: ReadingDeps, row: store.TicketRow): Promise<Ticket> {
  const { about_kind: kind, about_id: id, state } = row
  const due = row.due_at?.toISOString() ?? null
  const steps = await store.readSteps(db, row)
  return {
    ...presentSummary(row),
    about: kind === null || id === null ? null : { kind, id },
    message_ids: row.message_ids,
    numbers: row.numbers,
    contact: row.contact,
    diagnostics: await readDiagnostics(db, row),
    appeal: await readAppeal(db, row),
    messages: (await readMessages(db, row)).map(presentMessage),
    steps: steps.map(({ at, step }) => ({ at: at.toISOString(), step })),
    solves_at: state === 'waiting_for_you' ? due : null,
    closes_at: state === 'solved' ? due : null,
    version: row.version,
  }
}

export interface ReadMessage extends store.MessageRow {
  readonly attachments: readonly StoredUpload[]
}

/** The messages of a ticket with those of their attachments that still exist. */
export async function readMessages(db: Kysely<Schema>, row: store.TicketRow): Promise<readonly ReadMessage[]> {
  const messages = await store.readMessages(db, row)
  const subjects = messages.map(({ id }) => store.uploadSubject(id))
  const uploads = await uploadsOfEach(txOf(db), row.account_id, subjects)
  return messages.map((each) => ({ ...each, attachments: uploads.get(store.uploadSubject(each.id)) ?? [] }))
}

const presentMessage = ({ id, at, author, way, text, attachments }: ReadMessage): TicketMessage => ({
  id,
  at: at.toISOString(),
  author,
  way,
  text,
  attachments: attachments.map(presentUpload),
})

const presentUpload = ({ id, name, size, type, sha256 }: StoredUpload): Upload => ({ id, name, size, type, sha256 })

async function readDiagnostics(db: Kysely<Schema>, row: store.TicketRow): Promise<Ticket['diagnostics']> {
  const found = await store.readDiagnostics(db, row)
  return found === null ? null : { taken_at: found.taken_at.toISOString(), lines: [...found.lines] }
}
