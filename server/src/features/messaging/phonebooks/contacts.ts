import type { Contact, contacts as rows } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { ContactId } from '@hongyan/contract/ids'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { parseNumber } from '@hongyan/contract/sms/number'
import type { z } from 'zod'
import { txOf } from '../../../db/tx.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { valuesByKey } from './fields.ts'
import { homeOf } from './home.ts'
import type { PhonebookDeps } from './phonebooks.ts'
import { presentContact } from './present.ts'
import * as store from './store.ts'

type NewContact = z.output<typeof rows.create.body>
type Update = z.output<typeof rows.update.body>

/** The columns of what an owner writes about a contact. */
const written = (fields: store.PhonebookRow['fields'], { fields: values, zone, consent }: Omit<NewContact, 'to'>) => ({
  fields: JSON.stringify(valuesByKey(fields, values)),
  zone,
  consent_source: consent?.source ?? null,
  consent_at: consent?.at ?? null,
})

/** Adds a contact. Throws `contact_exists` with the one that has the number. */
export async function createContact(
  { db, clock }: PhonebookDeps,
  key: store.PhonebookKey,
  body: NewContact,
  callKey: CallKey,
): Promise<Contact> {
  const parsed = parseNumber(body.to, await homeOf(db, key.account))
  return db.transaction().execute(async (tx) => {
    const { fields, contacts } = await store.lockPhonebook(tx, key)
    if (callKey.earlier !== null) {
      return presentContact(fields, await store.findContact(tx, { ...key, id: ContactId.parse(callKey.earlier) }))
    }
    if (!parsed.ok) throw new Refusal('invalid_phone_number', { field: 'to' })
    if (contacts >= limits.contacts) throw new Refusal('phonebook_full')
    const current = await store.contactsOf(tx, key).where('c.recipient', '=', parsed.e164).executeTakeFirst()
    if (current !== undefined) {
      throw new Refusal('contact_exists', { field: 'to', details: { current: presentContact(fields, current) } })
    }
    const at = clock.now()
    const id = ContactId.parse(uuidv7(at))
    await tx
      .insertInto('contact')
      .values({
        account_id: key.account,
        phonebook_id: key.phonebook,
        id,
        recipient: parsed.e164,
        country: parsed.iso ?? '',
        ...written(fields, body),
        created_at: at,
        updated_at: at,
      })
      .execute()
    await store.countContacts(tx, key, 1, at)
    await callKey.name(txOf(tx), id)
    return presentContact(fields, await store.findContact(tx, { ...key, id }))
  })
}

/** Replaces all that a contact has beside its number. Throws `state_conflict` with the current one for another version. */
export const updateContact = (
  { db, clock }: PhonebookDeps,
  key: store.ContactKey,
  { version, ...body }: Update,
): Promise<Contact> =>
  db.transaction().execute(async (tx) => {
    const { fields } = await store.lockPhonebook(tx, key, 'shared')
    const row = await tx
      .updateTable('contact')
      .set({ ...written(fields, body), version: version + 1, updated_at: clock.now() })
      .where('account_id', '=', key.account)
      .where('phonebook_id', '=', key.phonebook)
      .where('id', '=', key.id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    const current = presentContact(fields, await store.findContact(tx, key))
    if (row === undefined) throw new Refusal('state_conflict', { details: { current } })
    return current
  })

export const removeContact = ({ db, clock }: PhonebookDeps, key: store.ContactKey): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await store.lockPhonebook(tx, key)
    const { numDeletedRows } = await tx
      .deleteFrom('contact')
      .where('account_id', '=', key.account)
      .where('phonebook_id', '=', key.phonebook)
      .where('id', '=', key.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    await store.countContacts(tx, key, -1, clock.now())
  })
