import type { AccountId, UpstreamId } from '@hongyan/contract/ids'
import type { MappingKind } from '@hongyan/contract/vocabulary/upstream'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../../db/schema.ts'
import type { UpstreamMappingTable } from '../../../../db/schema/upstreams.ts'
import { outdated } from '../../../../gateway/template-mappings.ts'

export type MappingRow = Omit<Selectable<UpstreamMappingTable>, 'template_id'>

/** A signature or template at a channel. */
export interface MappingKey {
  readonly account: AccountId
  readonly upstream: UpstreamId
  readonly kind: MappingKind
  readonly local: string
}

const KEY = ['account_id', 'upstream_id', 'kind', 'local'] as const

export async function findMapping(db: Kysely<Schema>, key: MappingKey): Promise<MappingRow | null> {
  const row = await db
    .selectFrom('upstream_mapping')
    .selectAll()
    .where('account_id', '=', key.account)
    .where('upstream_id', '=', key.upstream)
    .where('kind', '=', key.kind)
    .where('local', '=', key.local)
    .executeTakeFirst()
  return row ?? null
}

/** The record of a kind that was mapped last of those that the provider accepts; null where there is none. */
export async function lastReady(
  db: Kysely<Schema>,
  { account, upstream, kind }: Omit<MappingKey, 'local'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('upstream_mapping')
    .select('local')
    .where('account_id', '=', account)
    .where('upstream_id', '=', upstream)
    .where('kind', '=', kind)
    .where('state', '=', 'ready')
    .where(sql<boolean>`not ${sql.raw(outdated('upstream_mapping'))}`)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.local ?? null
}

/** Adds a mapping; false where the record is mapped at this channel. */
export async function insertMapping(tx: Transaction<Schema>, row: Insertable<UpstreamMappingTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('upstream_mapping')
    .values(row)
    .onConflict((of) => of.columns(KEY).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Changes a mapping; false where there is none, or where it names another id than `remote`. */
export async function updateMapping(
  tx: Transaction<Schema>,
  key: MappingKey,
  change: Partial<Pick<MappingRow, 'remote' | 'variables' | 'state'>> & Pick<MappingRow, 'updated_at'>,
  remote: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upstream_mapping')
    .set(change)
    .where('account_id', '=', key.account)
    .where('upstream_id', '=', key.upstream)
    .where('kind', '=', key.kind)
    .where('local', '=', key.local)
    .$if(remote !== null, (of) => of.where('remote', '=', remote ?? ''))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a mapping; false where there is none. */
export async function deleteMapping(tx: Transaction<Schema>, key: MappingKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('upstream_mapping')
    .where('account_id', '=', key.account)
    .where('upstream_id', '=', key.upstream)
    .where('kind', '=', key.kind)
    .where('local', '=', key.local)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
