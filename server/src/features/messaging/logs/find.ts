import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type MessageRow, readMessages } from './store.ts'

/** The message of an account. Throws `not_found` for another account's. */
export async function find(db: Kysely<Schema>, account: AccountId, id: MessageId): Promise<MessageRow> {
  const [row] = await readMessages(db, account, [id])
  if (row === undefined) throw new Refusal('not_found')
  return row
}
