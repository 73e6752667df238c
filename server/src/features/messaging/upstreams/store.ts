import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import { isDuplicate } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'
import type { UpstreamTable } from '../../../db/schema/upstreams.ts'
import { Refusal } from '../../../kit/refusal.ts'

export type UpstreamRow = Selectable<UpstreamTable>

export interface UpstreamKey {
  readonly account: AccountId
  readonly id: UpstreamId
}

/** The channels of an account by name. */
export const listRows = (db: Kysely<Schema>, account: AccountId): Promise<UpstreamRow[]> =>
  db.selectFrom('upstream').selectAll().where('account_id', '=', account).orderBy('name').orderBy('id').execute()

export async function findRow(db: Kysely<Schema>, { account, id }: UpstreamKey): Promise<UpstreamRow> {
  const row = await db
    .selectFrom('upstream')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row
}

/**
 * Runs a change of an account's channels, which the gateway then reads anew. The announcement locks the account's row,
 * so changes of one account run one after the other, and those of its rules between them.
 */
export const changing = <T>(
  db: Kysely<Schema>,
  account: AccountId,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await announceConfigChange(tx, account)
    return work(tx)
  })

export async function countRows(tx: Transaction<Schema>, account: AccountId): Promise<number> {
  const { count } = await tx
    .selectFrom('upstream')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertRow(tx: Transaction<Schema>, row: Insertable<UpstreamTable>): Promise<void> {
  await refusingUsedName(tx.insertInto('upstream').values(row).execute())
}

/** Changes a channel that still has this version; false where another one is stored. */
export async function updateRow(
  tx: Transaction<Schema>,
  { account, id }: UpstreamKey,
  version: number,
  change: Updateable<UpstreamTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await refusingUsedName(
    tx
      .updateTable('upstream')
      .set({ ...change, version: version + 1 })
      .where('account_id', '=', account)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

export async function deleteRow(tx: Transaction<Schema>, { account, id }: UpstreamKey): Promise<void> {
  await tx.deleteFrom('upstream').where('account_id', '=', account).where('id', '=', id).execute()
}

async function refusingUsedName<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal('name_used', { field: 'name' })
    throw error
  }
}

/** True while a message waits for a link, or is being handed over to it. */
export async function isAwaited(tx: Transaction<Schema>, account: AccountId, link: string): Promise<boolean> {
  const { rows } = await sql<{ readonly busy: boolean }>`
    select exists (select from outbox where account_id = ${account} and upstream = ${link})
      or exists (select from deferred where account_id = ${account} and upstream = ${link}) as busy`.execute(tx)
  return rows[0]?.busy ?? false
}
