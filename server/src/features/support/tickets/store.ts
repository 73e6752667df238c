import type { AccountId, TicketId, TicketMessageId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { TicketStep } from '@hongyan/contract/vocabulary/support'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { TicketMessageTable, TicketTable } from '../../../db/schema/support.ts'
import { uuidv7 } from '../../../kit/ids.ts'

export type TicketRow = Omit<Selectable<TicketTable>, 'searched'>
export type MessageRow = Selectable<TicketMessageTable>

export interface TicketKey {
  readonly account: AccountId
  readonly id: TicketId
}

/** The columns of a list. */
export const SUMMARY = [
  'id',
  'no',
  'subject',
  'category',
  'impact',
  'priority',
  'state',
  'reply_due_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof TicketRow)[]
export type SummaryRow = Pick<TicketRow, (typeof SUMMARY)[number]>

/** The columns of a whole ticket. */
export const COLUMNS = [
  ...SUMMARY,
  'account_id',
  'replied_at',
  'about_kind',
  'about_id',
  'message_ids',
  'numbers',
  'contact',
  'diagnostics_id',
  'answers',
  'decision',
  'suspended_at',
  'messages',
  'version',
  'due_at',
] as const satisfies readonly (keyof TicketRow)[]

const ticketsOf = (db: Kysely<Schema>, account: AccountId) =>
  db.selectFrom('ticket').select(COLUMNS).where('account_id', '=', account)

/** Finds a ticket by its id alone, as staff name it. */
export async function findTicketById(db: Kysely<Schema>, id: TicketId): Promise<TicketRow | null> {
  const row = await db.selectFrom('ticket').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Locks an account's tickets until the transaction ends, so that its calls count and number them one after the other.
 * Comes before the lock of a ticket.
 */
export async function lockTickets(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await sql`insert into ticket_number as n (account_id, last) values (${account}, 0)
    on conflict (account_id) do update set last = n.last`.execute(tx)
}

/** Locks an account's tickets and reads one of them; null where there is none. */
export async function lockTicket(tx: Transaction<Schema>, key: TicketKey): Promise<TicketRow | null> {
  await tx.selectFrom('ticket_number').select('last').where('account_id', '=', key.account).forUpdate().execute()
  const row = await ticketsOf(tx, key.account).where('id', '=', key.id).forUpdate().executeTakeFirst()
  return row ?? null
}

/** The next number of an account's tickets. A number is given once, also where its ticket was deleted. */
export async function nextNumber(tx: Transaction<Schema>, account: AccountId): Promise<number> {
  const { last } = await tx
    .updateTable('ticket_number')
    .set({ last: sql<number>`last + 1` })
    .where('account_id', '=', account)
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export async function insertTicket(tx: Transaction<Schema>, row: Insertable<TicketTable>): Promise<TicketRow> {
  return tx.insertInto('ticket').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
}

/** Changes a locked ticket, and its version with it. */
export async function updateTicket(
  tx: Transaction<Schema>,
  { account_id: account, id }: Pick<TicketRow, 'account_id' | 'id'>,
  change: Updateable<TicketTable>,
): Promise<TicketRow> {
  return tx
    .updateTable('ticket')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deleteTicket(tx: Transaction<Schema>, { account_id: account, id }: TicketRow): Promise<void> {
  await tx.deleteFrom('ticket_diagnostics').where('account_id', '=', account).where('ticket_id', '=', id).execute()
  await tx.deleteFrom('ticket').where('account_id', '=', account).where('id', '=', id).execute()
}

/** The ids of a ticket's messages. */
export async function messageIdsOf(
  tx: Transaction<Schema>,
  { account_id: account, id }: Pick<TicketRow, 'account_id' | 'id'>,
): Promise<readonly TicketMessageId[]> {
  const rows = await tx
    .selectFrom('ticket_message')
    .select('id')
    .where('account_id', '=', account)
    .where('ticket_id', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

export async function insertMessage(tx: Transaction<Schema>, row: Insertable<TicketMessageTable>): Promise<void> {
  await tx.insertInto('ticket_message').values(row).execute()
}

/** True where the email is a message of the ticket already. */
export async function hasEmail(
  db: Kysely<Schema>,
  { account_id: account, id }: Pick<TicketRow, 'account_id' | 'id'>,
  mailId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('ticket_message')
    .select('id')
    .where('account_id', '=', account)
    .where('ticket_id', '=', id)
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
  return row !== undefined
}

/** Appends a step to the history of a ticket. */
export async function addStep(
  tx: Transaction<Schema>,
  { account_id, id: ticket_id }: Pick<TicketRow, 'account_id' | 'id'>,
  { step, at, by = null }: { readonly step: TicketStep; readonly at: Date; readonly by?: string | null },
): Promise<void> {
  await tx
    .insertInto('ticket_step')
    .values({ account_id, ticket_id, id: uuidv7(at), at, step, by })
    .execute()
}

export async function partitionOf(db: Kysely<Schema>, account: AccountId): Promise<Partition> {
  const { partition } = await db
    .selectFrom('account')
    .select('partition')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return partition
}

const SUBJECT = 'ticket_message '

/** The subject under which a message of a ticket claims its uploads. */
export const uploadSubject = (id: TicketMessageId): string => SUBJECT + id

/** The same in SQL, of the message whose id a column has. */
export const uploadSubjectColumn = (id: string): string => `'${SUBJECT}' || ${id}`
