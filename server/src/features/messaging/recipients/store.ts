import type { AccountId, ListedRecipientId, MessageId } from '@hongyan/contract/ids'
import type { ListReason, ListSource } from '@hongyan/contract/vocabulary/recipient-list'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import type { ListedRecipientTable } from '../../../db/schema/recipients.ts'
import type { SceneSet } from '../../../pipeline/listed.ts'
import type { ListNumber } from './number.ts'

export type ListedRow = Selectable<ListedRecipientTable>

export interface EntryKey {
  readonly account: AccountId
  readonly id: ListedRecipientId
}

/** The fields that new entries share. */
export interface NewEntries {
  readonly reason: ListReason
  readonly scenes: SceneSet
  readonly source: ListSource
  readonly note: string
  readonly message: MessageId | null
  readonly at: Date
}

/**
 * Locks the list of an account until the transaction ends, so that its changes run one after the other. Every process
 * follows within five seconds.
 */
export const lockList = (tx: Transaction<Schema>, account: AccountId): Promise<void> =>
  announceConfigChange(tx, account)

export async function findEntry(db: Kysely<Schema>, { account, id }: EntryKey): Promise<ListedRow | null> {
  const row = await db
    .selectFrom('listed_recipient')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The entry of a number for a reason. */
export async function findByNumber(
  db: Kysely<Schema>,
  account: AccountId,
  { toHash }: ListNumber,
  reason: ListReason,
): Promise<ListedRow | null> {
  const row = await db
    .selectFrom('listed_recipient')
    .selectAll()
    .where('account_id', '=', account)
    .where('to_hash', '=', toHash)
    .where('reason', '=', reason)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Inserts entries. One that exists gains the scenes that it lacks and keeps everything else. Returns how many are new,
 * and how many gained scenes.
 */
export async function insertEntries(
  tx: Transaction<Schema>,
  account: AccountId,
  numbers: readonly (ListNumber & { readonly id: string })[],
  { reason, scenes, source, note, message, at }: NewEntries,
): Promise<{ readonly added: number; readonly extended: number }> {
  const { rows } = await sql<{ readonly added: number; readonly extended: number }>`
    with changed as (
      insert into listed_recipient as l (account_id, id, recipient, to_hash, to_last4, country, reason, scenes, source,
        note, message_id, created_at, updated_at)
      select ${account}::uuid, given.*, ${reason}::text, ${scenes}::smallint, ${source}::text, ${note}::text, ${message}::uuid,
        ${at}::timestamptz, ${at}::timestamptz
      from unnest(${numbers.map(({ id }) => id)}::uuid[], ${numbers.map(({ recipient }) => recipient)}::text[],
        ${numbers.map(({ toHash }) => toHash)}::bytea[], ${numbers.map(({ ending }) => ending)}::text[],
        ${numbers.map(({ country }) => country)}::text[]) given
      on conflict (account_id, to_hash, reason) do update
        set scenes = l.scenes | excluded.scenes, updated_at = excluded.updated_at
        where l.scenes <> (l.scenes | excluded.scenes)
      returning xmax = 0 as is_new)
    select count(*) filter (where is_new)::integer as added, count(*) filter (where not is_new)::integer as extended
    from changed`.execute(tx)
  return rows[0] ?? { added: 0, extended: 0 }
}

/** True where a list has more than so many entries. */
export async function hasMoreThan(tx: Transaction<Schema>, account: AccountId, entries: number): Promise<boolean> {
  const row = await tx
    .selectFrom('listed_recipient')
    .select('id')
    .where('account_id', '=', account)
    .orderBy('id')
    .offset(entries)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateEntry(
  tx: Transaction<Schema>,
  { account, id }: EntryKey,
  change: Partial<Pick<ListedRow, 'scenes' | 'note'>> & Pick<ListedRow, 'updated_at'>,
): Promise<ListedRow | null> {
  const row = await tx
    .updateTable('listed_recipient')
    .set(change)
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Deletes an entry. Returns false where there is none. */
export async function deleteEntry(tx: Transaction<Schema>, { account, id }: EntryKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('listed_recipient')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
