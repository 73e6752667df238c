import type { ListedRecipient, recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { recipientList as limits } from '@hongyan/contract/limits/recipient-list'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type ListNumber, readListOwner, readNumber } from './number.ts'
import { readMessageNumber } from './of-message.ts'
import { present } from './present.ts'
import { scopeOf } from './scope.ts'
import * as store from './store.ts'

export interface RecipientDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

type Addition = z.output<typeof recipients.add.body>
type Change = z.output<typeof recipients.update.body>

/** Adds one entry. Throws `recipient_listed` with the entry that the number has for the reason. */
export async function addRecipient(
  { db, clock }: RecipientDeps,
  account: AccountId,
  { reason, note, ...given }: Addition,
): Promise<ListedRecipient> {
  const scenes = scopeOf(reason, given.scenes)
  const number = await numberOf(db, account, given)
  const source = given.message === undefined ? 'entry' : 'log'
  return db.transaction().execute(async (tx) => {
    await store.lockList(tx, account)
    const current = await store.findByNumber(tx, account, number, reason)
    if (current !== null) {
      throw new Refusal('recipient_listed', { field: 'recipient', details: { current: present(current) } })
    }
    const at = clock.now()
    const entries = { reason, scenes, source, note, message: given.message ?? null, at } as const
    await store.insertEntries(tx, account, [{ ...number, id: uuidv7(at) }], entries)
    await requireRoom(tx, account)
    const added = await store.findByNumber(tx, account, number, reason)
    if (added === null) throw new Error('the entry was not stored')
    return present(added)
  })
}

/** Refuses entries beyond the most that a list may have. Called after they are inserted, before they are committed. */
export async function requireRoom(
  tx: Transaction<Schema>,
  account: AccountId,
  most: number = limits.entries,
): Promise<void> {
  if (await store.hasMoreThan(tx, account, most)) throw new Refusal('list_full')
}

/** The number that a call names, itself or by a message. */
async function numberOf(
  db: Kysely<Schema>,
  account: AccountId,
  { recipient, message }: { readonly recipient?: string | undefined; readonly message?: MessageId | undefined },
): Promise<ListNumber> {
  if (message !== undefined) {
    if (recipient !== undefined) throw new Refusal('invalid_request', { field: 'message' })
    return readMessageNumber(db, account, message)
  }
  if (recipient === undefined) throw new Refusal('missing_params', { field: 'recipient' })
  const number = readNumber(await readListOwner(db, account), recipient)
  if (number === null) throw new Refusal('invalid_phone_number', { field: 'recipient' })
  return number
}

/** Changes the note of an entry, and the scenes of an opt-out. */
export async function updateRecipient(
  { db, clock }: RecipientDeps,
  key: store.EntryKey,
  { scenes, note }: Change,
): Promise<ListedRecipient> {
  return db.transaction().execute(async (tx) => {
    await store.lockList(tx, key.account)
    const before = await store.findEntry(tx, key)
    if (before === null) throw new Refusal('not_found')
    const change = {
      ...(scenes !== undefined && { scenes: scopeOf(before.reason, scenes) }),
      ...(note !== undefined && { note }),
      updated_at: clock.now(),
    }
    const row = await store.updateEntry(tx, key, change)
    if (row === null) throw new Refusal('not_found')
    return present(row)
  })
}

export async function removeRecipient({ db }: RecipientDeps, key: store.EntryKey): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await store.lockList(tx, key.account)
    if (!(await store.deleteEntry(tx, key))) throw new Refusal('not_found')
  })
}
