import type { Revocation } from '@hongyan/contract/endpoints/messaging/senders'
import type { AccountId } from '@hongyan/contract/ids'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { RevocationTable } from '../../../db/schema/senders.ts'
import { presentReasons } from './steps.ts'

export type RevocationRow = Selectable<RevocationTable>

/** Announces a revocation. Returns false where the sender or template has one. */
export async function insertRevocation(tx: Transaction<Schema>, row: Insertable<RevocationTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('revocation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Reads the announced revocations of senders or templates, by id. */
export async function readRevocations(
  db: Kysely<Schema>,
  account: AccountId,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, RevocationRow>> {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('revocation')
    .selectAll()
    .where('account_id', '=', account)
    .where('subject_id', 'in', subjects)
    .execute()
  return new Map(rows.map((row) => [row.subject_id, row]))
}

/** Deletes an announced revocation, and returns it; null where there is none. */
export async function takeRevocation(
  tx: Transaction<Schema>,
  account: AccountId,
  subject: string,
): Promise<RevocationRow | null> {
  const row = await tx
    .deleteFrom('revocation')
    .where('account_id', '=', account)
    .where('subject_id', '=', subject)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export const presentRevocation = (row: RevocationRow | undefined, locale: Locale): Revocation | null =>
  row === undefined
    ? null
    : { version: row.version, ends_at: row.ends_at.toISOString(), reasons: presentReasons(row.reasons, locale) }
