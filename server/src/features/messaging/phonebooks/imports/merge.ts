import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import { uuidv7 } from '../../../../kit/ids.ts'
import type { PhonebookKey } from '../store.ts'
import type { GivenContact } from './rows.ts'

export interface Merged {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
}

/** Counts the numbers that a phonebook does not have. Each is given once. */
export async function countNew(
  db: Kysely<Schema>,
  { account, phonebook }: PhonebookKey,
  numbers: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ readonly fresh: number }>`
    select count(*)::integer as fresh from unnest(${[...numbers]}::text[]) as given (recipient)
     where not exists (select from contact c
       where c.account_id = ${account} and c.phonebook_id = ${phonebook} and c.recipient = given.recipient)`.execute(db)
  return rows[0]?.fresh ?? 0
}

/**
 * Adds contacts and updates those whose number is there. Values that are given replace the contact's; cleared ones go; all
 * others stay. A contact that would stay as it is is not written. Each number is given once, and the phonebook is locked.
 */
export async function mergeContacts(
  tx: Transaction<Schema>,
  { account, phonebook }: PhonebookKey,
  contacts: readonly GivenContact[],
  at: Date,
): Promise<Merged> {
  const given = JSON.stringify(contacts.map((contact) => ({ ...contact, id: uuidv7(at) })))
  const { rows } = await sql<Pick<Merged, 'added' | 'updated'>>`
    with given as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as g (id uuid, recipient text, country text, fields jsonb,
        cleared text[], zone text, consent_source text, consent_at date)
    ), merged as materialized (
      select c.id, (c.fields - given.cleared) || given.fields as fields, coalesce(given.zone, c.zone) as zone,
        coalesce(given.consent_source, c.consent_source) as consent_source,
        case when given.consent_source is null then c.consent_at else given.consent_at end as consent_at
      from given join contact c
        on c.account_id = ${account} and c.phonebook_id = ${phonebook} and c.recipient = given.recipient
    ), updated as (
      update contact c set fields = m.fields, zone = m.zone, consent_source = m.consent_source, consent_at = m.consent_at,
          version = c.version + 1, updated_at = ${at}
        from merged m where c.account_id = ${account} and c.phonebook_id = ${phonebook} and c.id = m.id
          and (c.fields, c.zone, c.consent_source, c.consent_at)
            is distinct from (m.fields, m.zone, m.consent_source, m.consent_at)
        returning 1
    ), added as (
      insert into contact (account_id, phonebook_id, id, recipient, country, fields, zone, consent_source, consent_at,
          created_at, updated_at)
        select ${account}::uuid, ${phonebook}::uuid, given.id, given.recipient, given.country, given.fields, given.zone,
          given.consent_source, given.consent_at, ${at}::timestamptz, ${at}::timestamptz
        from given where not exists (select from contact c
          where c.account_id = ${account} and c.phonebook_id = ${phonebook} and c.recipient = given.recipient)
        returning 1
    ) select (select count(*)::integer from added) as added, (select count(*)::integer from updated) as updated`.execute(
    tx,
  )
  const { added, updated } = rows[0] ?? { added: 0, updated: 0 }
  return { added, updated, unchanged: contacts.length - added - updated }
}
