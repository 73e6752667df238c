import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

export interface Body {
  readonly recipient: string
  readonly text: string
}

/** Reads the bodies of messages, as far as they are kept. */
export async function bodiesOf(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, Body>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Body & { id: MessageId }>`select id, recipient, text from message_body
    where account_id = ${account} and id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the bodies of all messages of an account from one to another, as far as they are kept. */
export async function bodiesBetween(
  db: Kysely<Schema>,
  account: AccountId,
  first: MessageId,
  last: MessageId,
): Promise<ReadonlyMap<MessageId, Body>> {
  const { rows } = await sql<Body & { id: MessageId }>`select id, recipient, text from message_body
    where account_id = ${account} and id between ${first} and ${last}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
