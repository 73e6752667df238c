import type { Phonebook, phonebooks as rows } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { type AccountId, PhonebookId } from '@hongyan/contract/ids'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { CallKey } from '../../../limits/answers.ts'
import { scheduleDeletion } from '../../../uploads/claims.ts'
import { type ChangedFields, changeFields, type WantedFields } from './fields.ts'
import { subjectOf } from './imports/begin.ts'
import { presentPhonebook } from './present.ts'
import * as store from './store.ts'

export interface PhonebookDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

type Update = z.output<typeof rows.update.body>

export const readPhonebook = async ({ db }: Pick<PhonebookDeps, 'db'>, key: store.PhonebookKey): Promise<Phonebook> =>
  presentPhonebook(await store.findPhonebook(db, key))

export async function createPhonebook(
  { db, clock }: PhonebookDeps,
  account: AccountId,
  name: string,
  key: CallKey,
): Promise<Phonebook> {
  if (key.earlier !== null) return readPhonebook({ db }, { account, phonebook: PhonebookId.parse(key.earlier) })
  const at = clock.now()
  const id = PhonebookId.parse(uuidv7(at))
  return db.transaction().execute(async (tx) => {
    await requireRoom(tx, account)
    const row = { account_id: account, id, name, created_at: at, updated_at: at }
    await store.refusingUsedName(tx.insertInto('phonebook').values(row).execute())
    await key.name(txOf(tx), id)
    return readPhonebook({ db: tx }, { account, phonebook: id })
  })
}

/** Calls at one moment may exceed the limit by one each. */
async function requireRoom(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  const { length } = await store.listPhonebooks(tx, account, undefined)
  if (length >= limits.most) throw new Refusal('too_many_phonebooks')
}

/** Renames a phonebook, or changes its fields. Throws `state_conflict` with the current one for another version. */
export const updatePhonebook = (
  { db, clock }: PhonebookDeps,
  key: store.PhonebookKey,
  { version, name, fields }: Update,
): Promise<Phonebook> =>
  db.transaction().execute(async (tx) => {
    const before = await store.lockPhonebook(tx, key)
    if (before.version !== version) {
      throw new Refusal('state_conflict', { details: { current: presentPhonebook(before) } })
    }
    const at = clock.now()
    const changed = fields === undefined ? null : await changedFields(tx, key, before, fields)
    const work = tx
      .updateTable('phonebook')
      .set({
        version: version + 1,
        updated_at: at,
        ...(name !== undefined && { name }),
        ...(changed !== null && { fields: JSON.stringify(changed.fields), next_key: changed.nextKey }),
        // The loop deletes the values of removed fields.
        ...(changed !== null &&
          changed.removed.length > 0 && {
            removed_keys: sql<string[]>`removed_keys || ${[...changed.removed]}::text[]`,
            due_at: at,
          }),
      })
      .where('account_id', '=', key.account)
      .where('id', '=', key.phonebook)
      .execute()
    await store.refusingUsedName(work)
    return readPhonebook({ db: tx }, key)
  })

/** A field that a segment names stays: without it the segment would have other contacts. */
async function changedFields(
  tx: Transaction<Schema>,
  key: store.PhonebookKey,
  { fields, next_key: nextKey }: store.PhonebookRow,
  wanted: WantedFields,
): Promise<ChangedFields> {
  const changed = changeFields({ fields, nextKey }, wanted)
  const segments = await store.segmentsOfPhonebook(tx, key).execute()
  const users = segments.filter(({ conditions }) => conditions.some(({ field }) => changed.removed.includes(field)))
  if (users.length > 0) {
    throw new Refusal('field_in_use', { field: 'fields', details: { segments: users.map(({ name }) => name) } })
  }
  return changed
}

/** Hides a phonebook at once, and ends its imports. The loop deletes contacts and files. */
export const removePhonebook = ({ db, clock }: PhonebookDeps, key: store.PhonebookKey): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await store.lockPhonebook(tx, key)
    const at = clock.now()
    await tx
      .updateTable('phonebook')
      .set({ removed_at: at, due_at: at })
      .where('account_id', '=', key.account)
      .where('id', '=', key.phonebook)
      .execute()
    const ended = await tx
      .updateTable('contact_import')
      .set({ due_at: null, claim: null, delete_after: at })
      .where('account_id', '=', key.account)
      .where('phonebook_id', '=', key.phonebook)
      .returning('id')
      .execute()
    for (const { id } of ended) await scheduleDeletion(txOf(tx), key.account, subjectOf(id), at)
  })
