import { type AccountId, type BroadcastId, type CredentialId, wireId } from '@hongyan/contract/ids'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'

/** Reads what settling entries did with the money of messages. */
export async function kindsOfEntries(
  db: Kysely<Schema>,
  account: AccountId,
  entries: readonly string[],
): Promise<ReadonlyMap<string, 'post' | 'void'>> {
  if (entries.length === 0) return new Map()
  const { rows } = await sql<{ id: string; kind: 'post' | 'void' }>`select id, kind from ledger_entry
    where account_id = ${account} and id = any(${[...new Set(entries)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** The key of a version of a template among its names. */
export const versionKey = (template: string, version: number): string => `${template} ${version}`

/** Reads the names of all versions of an account's templates. */
export async function templateNames(db: Kysely<Schema>, account: AccountId): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; version: number; name: string }>`
    select template_id as id, version, name from template_version where account_id = ${account}`.execute(db)
  return new Map(rows.map(({ id, version, name }) => [versionKey(id, version), name]))
}

export async function credentialKeys(
  db: Kysely<Schema>,
  account: AccountId,
): Promise<ReadonlyMap<CredentialId, string>> {
  const rows = await db.selectFrom('credential').select(['id', 'key']).where('account_id', '=', account).execute()
  return new Map(rows.map(({ id, key }) => [id, key]))
}

/** Reads the names of the broadcasts that messages belong to. */
export async function broadcastNames(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly BroadcastId[],
): Promise<ReadonlyMap<BroadcastId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('broadcast')
    .select(['id', 'name'])
    .where('account_id', '=', account)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Reads the names of an account's own channels, by the codes of their links. */
export async function channelNames(db: Kysely<Schema>, account: AccountId): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('upstream').select(['id', 'name']).where('account_id', '=', account).execute()
  return new Map(rows.map(({ id, name }) => [wireId(id), name]))
}
