import type { AccountId, ContactId, PhonebookId, SegmentId } from '@hongyan/contract/ids'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { isDuplicate } from '../../../db/connect.ts'
import type { ContactTable, PhonebookTable, SegmentTable } from '../../../db/schema/phonebooks.ts'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'

export type PhonebookRow = Selectable<PhonebookTable> & { readonly segments: number }
export type ContactRow = Omit<Selectable<ContactTable>, 'searched'>
export type SegmentRow = Selectable<SegmentTable>

export interface PhonebookKey {
  readonly account: AccountId
  readonly phonebook: PhonebookId
}

/** The columns that a reply or a change needs. */
const CONTACT_COLUMNS = [
  'account_id',
  'phonebook_id',
  'id',
  'recipient',
  'country',
  'fields',
  'zone',
  'consent_source',
  'consent_at',
  'version',
  'created_at',
  'updated_at',
] as const

const segmentsOf = sql<number>`(select count(*)::integer from segment s
  where s.account_id = phonebook.account_id and s.phonebook_id = phonebook.id)`.as('segments')

const phonebooksOf = (db: Kysely<Schema>, account: AccountId) =>
  db
    .selectFrom('phonebook')
    .selectAll()
    .select(segmentsOf)
    .where('account_id', '=', account)
    .where('removed_at', 'is', null)

/** The phonebooks of an account, newest first; those whose name has a text. An account has few. */
export const listPhonebooks = (
  db: Kysely<Schema>,
  account: AccountId,
  text: string | undefined,
): Promise<PhonebookRow[]> =>
  phonebooksOf(db, account)
    .$if(text !== undefined, (of) => of.where(sql<boolean>`position(lower(${text ?? ''}) in lower(name)) > 0`))
    .orderBy('id', 'desc')
    .limit(limits.most)
    .execute()

export async function findPhonebook(db: Kysely<Schema>, { account, phonebook }: PhonebookKey): Promise<PhonebookRow> {
  const row = await phonebooksOf(db, account).where('id', '=', phonebook).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/**
 * Locks a phonebook until the transaction ends. What adds and removes contacts or changes fields takes the lock alone;
 * what changes a contact shares it, so that no contact keeps a value of a field that is gone.
 */
export async function lockPhonebook(
  tx: Transaction<Schema>,
  key: PhonebookKey,
  how: 'alone' | 'shared' = 'alone',
): Promise<PhonebookRow> {
  const lock = tx
    .selectFrom('phonebook')
    .select('id')
    .where('account_id', '=', key.account)
    .where('id', '=', key.phonebook)
  await (how === 'alone' ? lock.forUpdate() : lock.forShare()).execute()
  return findPhonebook(tx, key)
}

/** Counts contacts that were added or removed. */
export async function countContacts(tx: Transaction<Schema>, key: PhonebookKey, more: number, at: Date): Promise<void> {
  await tx
    .updateTable('phonebook')
    .set({ contacts: sql`contacts + ${more}`, updated_at: at })
    .where('account_id', '=', key.account)
    .where('id', '=', key.phonebook)
    .execute()
}

export interface ContactKey extends PhonebookKey {
  readonly id: ContactId
}

export const contactsOf = (db: Kysely<Schema>, { account, phonebook }: PhonebookKey) =>
  db
    .selectFrom('contact as c')
    .select(CONTACT_COLUMNS)
    .where('c.account_id', '=', account)
    .where('c.phonebook_id', '=', phonebook)

export async function findContact(db: Kysely<Schema>, key: ContactKey): Promise<ContactRow> {
  const row = await contactsOf(db, key).where('c.id', '=', key.id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export interface SegmentKey extends PhonebookKey {
  readonly id: SegmentId
}

export const segmentsOfPhonebook = (db: Kysely<Schema>, { account, phonebook }: PhonebookKey) =>
  db.selectFrom('segment').selectAll().where('account_id', '=', account).where('phonebook_id', '=', phonebook)

export async function findSegment(db: Kysely<Schema>, key: SegmentKey): Promise<SegmentRow> {
  const row = await segmentsOfPhonebook(db, key).where('id', '=', key.id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/** Turns PostgreSQL's refusal of a second record with a name into ours. */
export async function refusingUsedName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal('list_name_used', { field: 'name' })
    throw error
  }
}
