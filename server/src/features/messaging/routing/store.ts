import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { AccountId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { defaultRules } from '@hongyan/contract/upstreams/default-rule'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { announceConfigChange } from '../../../db/config-change.ts'
import type { Schema } from '../../../db/schema.ts'
import type { RoutingTable, RoutingVersionTable } from '../../../db/schema/upstreams.ts'

export type RoutingRow = Omit<Selectable<RoutingTable>, 'account_id'>

/** An account that saved nothing yet: the product's own channel carries everything. */
const NOTHING_SAVED: RoutingRow = {
  version: 0,
  rules: defaultRules,
  activated_at: null,
  draft: null,
  draft_version: 0,
  draft_at: null,
  simulated_at: null,
}

export async function readRouting(db: Kysely<Schema>, account: AccountId): Promise<RoutingRow> {
  const row = await db.selectFrom('routing').selectAll().where('account_id', '=', account).executeTakeFirst()
  if (row === undefined) return NOTHING_SAVED
  return row.version === 0 ? { ...row, rules: defaultRules } : row
}

/**
 * Runs a change of an account's routing. The announcement locks the account's row, so changes of its rules and of its
 * channels run one after the other.
 */
export const changing = <T>(
  db: Kysely<Schema>,
  account: AccountId,
  work: (tx: Transaction<Schema>, row: RoutingRow) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await announceConfigChange(tx, account)
    return work(tx, await readRouting(tx, account))
  })

export async function writeRouting(tx: Transaction<Schema>, account: AccountId, row: RoutingRow): Promise<void> {
  const written = {
    ...row,
    rules: JSON.stringify(row.rules),
    draft: row.draft === null ? null : JSON.stringify(row.draft),
  }
  await tx
    .insertInto('routing')
    .values({ account_id: account, ...written })
    .onConflict((of) => of.column('account_id').doUpdateSet(written))
    .execute()
}

/** Notes that the draft was simulated, unless it has changed since. */
export async function noteSimulation(
  db: Kysely<Schema>,
  account: AccountId,
  { draft_version: version }: RoutingRow,
  at: Date,
): Promise<void> {
  await db
    .updateTable('routing')
    .set({ simulated_at: at })
    .where('account_id', '=', account)
    .where('draft_version', '=', version)
    .where('draft', 'is not', null)
    .execute()
}

type VersionRow = Omit<Selectable<RoutingVersionTable>, 'account_id'>

export async function insertVersion(tx: Transaction<Schema>, account: AccountId, row: VersionRow): Promise<void> {
  await tx
    .insertInto('routing_version')
    .values({ account_id: account, ...row, rules: JSON.stringify(row.rules) })
    .execute()
}

/** The newest versions that were in force, newest first. */
export const listVersions = (db: Kysely<Schema>, account: AccountId): Promise<VersionRow[]> =>
  db
    .selectFrom('routing_version')
    .select(['version', 'rules', 'activated_at', 'reverted_to'])
    .where('account_id', '=', account)
    .orderBy('version', 'desc')
    .limit(limits.history)
    .execute()

export async function findVersion(
  db: Kysely<Schema>,
  account: AccountId,
  version: number,
): Promise<readonly RouteRule[] | null> {
  const row = await db
    .selectFrom('routing_version')
    .select('rules')
    .where('account_id', '=', account)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.rules ?? null
}
