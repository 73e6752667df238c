import type { AccountId, ContactId, PhonebookId, SegmentId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { PhonebookField, StoredCondition } from '../db/schema/phonebooks.ts'
import type { Schema } from '../db/schema.ts'
import { FIRST_ID, LAST_ID } from '../kit/ids.ts'
import { contactsAtOnce } from './contact-steps.ts'
import { segmentSql } from './segment-sql.ts'

/** A phonebook as the source of recipients. Its fields are the columns. */
export interface ContactSource {
  readonly account: AccountId
  readonly phonebook: PhonebookId
  readonly name: string
  readonly fields: readonly PhonebookField[]
  readonly contacts: number
  /** None: all contacts. */
  readonly conditions: readonly StoredCondition[]
}

/** Reads a phonebook and a segment of it. Null where the account has none of them. */
export async function findContactSource(
  db: Kysely<Schema>,
  account: AccountId,
  phonebook: PhonebookId,
  segment: SegmentId | null,
): Promise<ContactSource | null> {
  const found = await db
    .selectFrom('phonebook')
    .select(['name', 'fields', 'contacts'])
    .where('account_id', '=', account)
    .where('id', '=', phonebook)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return null
  const source = { account, phonebook, ...found, conditions: [] }
  if (segment === null) return source
  const chosen = await db
    .selectFrom('segment')
    .select('conditions')
    .where('account_id', '=', account)
    .where('phonebook_id', '=', phonebook)
    .where('id', '=', segment)
    .executeTakeFirst()
  return chosen === undefined ? null : { ...source, conditions: chosen.conditions }
}

export interface SourceContact {
  readonly id: ContactId
  /** E.164. */
  readonly to: string
  readonly country: string
  /** IANA name; null: by the number. */
  readonly zone: string | null
  /** Values in the order of the fields; empty where there is none. */
  readonly cells: readonly string[]
}

/**
 * Reads the contacts of a source in the order of their ids, `most` at a time. A segment of few contacts also has empty
 * pages: no statement looks at more contacts than it has time for.
 */
export async function* readSourceContacts(
  db: Kysely<Schema>,
  source: ContactSource,
  most: number,
): AsyncGenerator<readonly SourceContact[]> {
  for (let from = FIRST_ID; ;) {
    const end = await endOfStep(db, source, from)
    for (let after = from; ;) {
      const contacts = await readPage(db, source, { after, end: end ?? LAST_ID }, most)
      yield contacts
      after = contacts.at(-1)?.id ?? after
      if (contacts.length < most) break
    }
    if (end === null) return
    from = end
  }
}

/** The last of the contacts behind an id that one statement may look at; null where the phonebook ends before. */
async function endOfStep(
  db: Kysely<Schema>,
  { account, phonebook, conditions }: ContactSource,
  after: string,
): Promise<ContactId | null> {
  const row = await db
    .selectFrom('contact')
    .select('id')
    .where('account_id', '=', account)
    .where('phonebook_id', '=', phonebook)
    .where(sql<boolean>`id > ${after}::uuid`)
    .orderBy('id')
    .offset(contactsAtOnce(conditions.length) - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function readPage(
  db: Kysely<Schema>,
  { account, phonebook, fields, conditions }: ContactSource,
  { after, end }: { readonly after: string; readonly end: string },
  most: number,
): Promise<readonly SourceContact[]> {
  const rows = await db
    .selectFrom('contact as c')
    .select(['c.id', 'c.recipient as to', 'c.country', 'c.zone', 'c.fields'])
    .where('c.account_id', '=', account)
    .where('c.phonebook_id', '=', phonebook)
    .where(sql<boolean>`c.id > ${after}::uuid and c.id <= ${end}::uuid`)
    .where(segmentSql(account, conditions))
    .orderBy('c.id')
    .limit(most)
    .execute()
  return rows.map(({ fields: values, ...row }) => ({ ...row, cells: fields.map(({ key }) => values[key] ?? '') }))
}
