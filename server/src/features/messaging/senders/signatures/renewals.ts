import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import type { AuthorisationRenewalTable } from '../../../../db/schema/senders.ts'
import { claimEvidence } from './evidence.ts'
import type * as store from './store.ts'

export type RenewalRow = Selectable<AuthorisationRenewalTable>

/** Stores a new authorisation in place of one that still waits. */
export async function putRenewal(tx: Transaction<Schema>, row: Insertable<AuthorisationRenewalTable>): Promise<void> {
  await deleteRenewal(tx, { account: row.account_id, id: row.signature_id })
  await tx.insertInto('authorisation_renewal').values(row).execute()
}

/** Deletes the new authorisation of a sender that waits. Returns false where none does. */
async function deleteRenewal(tx: Transaction<Schema>, { account, id }: store.SignatureKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('authorisation_renewal')
    .where('account_id', '=', account)
    .where('signature_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the wait of a new authorisation. The sender keeps the files of its evidence alone. */
export async function endRenewal(
  tx: Transaction<Schema>,
  { account_id: account, id, evidence }: Pick<store.SignatureRow, 'account_id' | 'id' | 'evidence'>,
  at: Date,
): Promise<void> {
  if (await deleteRenewal(tx, { account, id })) await claimEvidence(tx, { account, id }, evidence, at)
}

/** Reads the new authorisation of a sender that waits; null where none does. */
export async function findRenewal(db: Kysely<Schema>, { account, id }: store.SignatureKey): Promise<RenewalRow | null> {
  const row = await db
    .selectFrom('authorisation_renewal')
    .selectAll()
    .where('account_id', '=', account)
    .where('signature_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Finds a new authorisation by its own id, as staff name it. */
export async function findRenewalById(db: Kysely<Schema>, id: string): Promise<RenewalRow | null> {
  const row = await db.selectFrom('authorisation_renewal').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The new authorisations that wait, the longest waiting first, with sender and owner. */
export const listRenewals = (db: Kysely<Schema>, limit: number) =>
  db
    .selectFrom('authorisation_renewal as r')
    .innerJoin('signature as s', (join) =>
      join.onRef('s.account_id', '=', 'r.account_id').onRef('s.id', '=', 'r.signature_id'),
    )
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .select(['r.id', 'r.account_id as account', 'r.authorised_until', 'r.submitted_at', 's.name', 's.version'])
    .select(['a.email', 'a.phone'])
    .orderBy('r.submitted_at')
    .limit(limit)
    .execute()
