import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { type Sort, sortParts } from '@hongyan/contract/vocabulary/sorting'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import { countReachable } from '../../../db/reachable-count.ts'
import type { Schema } from '../../../db/schema.ts'
import type { CredentialTable } from '../../../db/schema/credentials.ts'

type NewCredential = Insertable<CredentialTable>

export interface CredentialRow extends Selectable<CredentialTable> {
  readonly simple_requests: bigint
  readonly simple_addresses: string[]
}

export interface CredentialKey {
  readonly account: AccountId
  readonly id: CredentialId
}

export interface Paging {
  readonly limit: number
  readonly offset: number
  readonly sort: Sort<'created_at'>
}

/** The window of the unsigned requests that a switch to HMAC mode would refuse. */
const USE_HOURS = 24
const SHOWN_ADDRESSES = 5

/** Credentials have their ids in the order in which they were created. */
export async function listRows(
  db: Kysely<Schema>,
  account: AccountId,
  { limit, offset, sort }: Paging,
  now: Date,
): Promise<CredentialRow[]> {
  return withUse(db, now)
    .where('account_id', '=', account)
    .orderBy('id', sortParts(sort).direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countRows = (db: Kysely<Schema>, account: AccountId): Promise<number> =>
  countReachable(db, db.selectFrom('credential').where('account_id', '=', account))

export async function findRow(
  db: Kysely<Schema>,
  { account, id }: CredentialKey,
  now: Date,
): Promise<CredentialRow | null> {
  const row = await withUse(db, now).where('account_id', '=', account).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function hasRow(db: Kysely<Schema>, { account, id }: CredentialKey): Promise<boolean> {
  const row = await db
    .selectFrom('credential')
    .select('id')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRow(tx: Transaction<Schema>, row: NewCredential): Promise<void> {
  await tx.insertInto('credential').values(row).execute()
  await announceConfigChange(tx, row.account_id)
}

/** Returns false where no credential changed. */
export async function updateRow(
  tx: Transaction<Schema>,
  key: CredentialKey,
  change: Pick<CredentialRow, 'mode'> | Pick<CredentialRow, 'scene'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('credential')
    .set(change)
    .where('account_id', '=', key.account)
    .where('id', '=', key.id)
    .where((is) => ('mode' in change ? is('mode', '<>', change.mode) : is('scene', '<>', change.scene)))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announceConfigChange(tx, key.account)
  return numUpdatedRows > 0n
}

/** Returns the deleted credential, or null where there was none. */
export async function deleteRow(
  tx: Transaction<Schema>,
  { account, id }: CredentialKey,
): Promise<Pick<CredentialRow, 'key' | 'mode'> | null> {
  const deleted = await tx
    .deleteFrom('credential')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning(['key', 'mode'])
    .executeTakeFirst()
  if (deleted === undefined) return null
  await announceConfigChange(tx, account)
  return deleted
}

/** True where an account may have SMPP credentials. */
export async function readSmpp(db: Kysely<Schema>, account: AccountId): Promise<boolean> {
  const row = await db.selectFrom('account').select('sms_smpp').where('id', '=', account).executeTakeFirstOrThrow()
  return row.sms_smpp
}

function withUse(db: Kysely<Schema>, now: Date) {
  const since = new Date(now.getTime() - USE_HOURS * 3_600_000)
  const unsigned = sql`from credential_use u where u.account_id = credential.account_id
    and u.credential_id = credential.id and u.hour > ${since} and not u.signed`
  return db
    .selectFrom('credential')
    .selectAll('credential')
    .select([
      sql<bigint>`(select coalesce(sum(u.requests), 0)::bigint ${unsigned})`.as('simple_requests'),
      sql<string[]>`array(select u.address ${unsigned}
      group by u.address order by sum(u.requests) desc, u.address limit ${SHOWN_ADDRESSES})`.as('simple_addresses'),
    ])
}
