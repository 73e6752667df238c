import type { AccountId, SignatureId, TemplateId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { piecesOf } from '@hongyan/contract/senders/content'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { type Sort, sortParts } from '@hongyan/contract/vocabulary/sorting'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { announceConfigChange } from '../../../../db/config-change.ts'
import type { Schema } from '../../../../db/schema.ts'
import type { TemplateTable, TemplateVersionTable } from '../../../../db/schema/senders.ts'

export type TemplateRow = Selectable<TemplateTable>
export type VersionRow = Selectable<TemplateVersionTable>

/** A version with the name of its sender. */
export interface ShownVersion extends VersionRow {
  readonly signature_name: string | null
}

/** The newest version of a template, with the template's own columns. */
export interface NewestRow extends ShownVersion, Pick<TemplateRow, 'code' | 'serving' | 'created_at'> {}

export interface TemplateKey {
  readonly account: AccountId
  readonly id: TemplateId
}

export interface TemplateFilter {
  readonly status?: ReviewStatus | undefined
  readonly scene?: MessageScene | undefined
  readonly language?: string | undefined
  readonly signature?: SignatureId | undefined
  readonly text?: string | undefined
}

export interface Paging extends TemplateFilter {
  readonly limit: number
  readonly offset: number
  readonly sort: Sort<'created_at'>
}

const SIGNATURE_NAME = sql<string | null>`(select s.name from signature s
  where s.account_id = v.account_id and s.id = v.signature_id)`.as('signature_name')

function filtered(
  db: Kysely<Schema>,
  account: AccountId,
  { status, scene, language, signature, text = '' }: TemplateFilter,
) {
  return db
    .selectFrom('template_version as v')
    .where('v.account_id', '=', account)
    .where('v.is_newest', '=', true)
    .$if(status !== undefined, (of) => of.where('v.status', '=', status ?? 0))
    .$if(scene !== undefined, (of) => of.where('v.scene', '=', scene ?? 1))
    .$if(language !== undefined, (of) => of.where('v.language', '=', language ?? ''))
    .$if(signature !== undefined, (of) => of.where('v.signature_id', '=', signature ?? null))
    .$if(text !== '', (of) => of.where(hasText(account, text.toLowerCase())))
}

/** True where a name, content or code has the text. The codes are searched once, and their templates found by a hash. */
const hasText = (account: AccountId, text: string) =>
  sql<boolean>`(position(${text} in v.searched) > 0 or v.template_id in (
    select c.template_id from template_code c where c.account_id = ${account} and position(${text} in c.code) > 0))`

/** Rows beyond these are neither counted nor reached by a page. */
const REACHED = limits.exactTotalUpTo + limits.maxLimit + 1

/**
 * Reads a page and the number of rows, no further than the list can page. The filters run once: the page and the count
 * are cut from their result. Templates have their ids in the order in which they were created.
 */
export async function listRows(
  db: Kysely<Schema>,
  account: AccountId,
  { limit, offset, sort, ...filter }: Paging,
): Promise<{ readonly rows: NewestRow[]; readonly total: number }> {
  const { direction } = sortParts(sort)
  const found = filtered(db, account, filter).select('v.template_id').orderBy('v.template_id', direction).limit(REACHED)
  const { rows: page } = await sql<{ id: TemplateId | null; total: number }>`
    with found as materialized (${found}), page as (select template_id from found limit ${limit} offset ${offset})
    select page.template_id as id, counted.total from (select count(*)::integer as total from found) counted
    left join page on true`.execute(db)
  const ids = page.flatMap(({ id }) => (id === null ? [] : [id]))
  const rows =
    ids.length === 0
      ? []
      : await newest(db, account).where('v.template_id', 'in', ids).orderBy('v.template_id', direction).execute()
  return { rows, total: Math.min(page[0]?.total ?? 0, limits.exactTotalUpTo + 1) }
}

const newest = (db: Kysely<Schema>, account: AccountId) =>
  filtered(db, account, {})
    .innerJoin('template as t', (on) =>
      on.onRef('t.account_id', '=', 'v.account_id').onRef('t.id', '=', 'v.template_id'),
    )
    .selectAll('v')
    .select(['t.code', 't.serving', 't.created_at', SIGNATURE_NAME])

export async function findNewest(db: Kysely<Schema>, { account, id }: TemplateKey): Promise<NewestRow | null> {
  const row = await newest(db, account).where('v.template_id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function findVersion(
  db: Kysely<Schema>,
  { account, id }: TemplateKey,
  version: number,
): Promise<VersionRow | null> {
  const row = await db
    .selectFrom('template_version')
    .selectAll()
    .where('account_id', '=', account)
    .where('template_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ?? null
}

/** Every version of a template, newest first. */
export const listVersions = (db: Kysely<Schema>, { account, id }: TemplateKey): Promise<ShownVersion[]> =>
  db
    .selectFrom('template_version as v')
    .selectAll('v')
    .select(SIGNATURE_NAME)
    .where('v.account_id', '=', account)
    .where('v.template_id', '=', id)
    .orderBy('v.version', 'desc')
    .execute()

export async function lockTemplate(tx: Transaction<Schema>, { account, id }: TemplateKey): Promise<TemplateRow | null> {
  const row = await tx
    .selectFrom('template')
    .selectAll()
    .where('account_id', '=', account)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Finds the newest version of a template by the template's id alone, as staff name it. */
export async function findById(db: Kysely<Schema>, id: TemplateId): Promise<VersionRow | null> {
  const row = await db
    .selectFrom('template as t')
    .innerJoin('template_version as v', (on) =>
      on.onRef('v.account_id', '=', 't.account_id').onRef('v.template_id', '=', 't.id'),
    )
    .selectAll('v')
    .where('t.id', '=', id)
    .where('v.is_newest', '=', true)
    .executeTakeFirst()
  return row ?? null
}

export async function insertTemplate(tx: Transaction<Schema>, row: Insertable<TemplateTable>): Promise<void> {
  await tx.insertInto('template').values(row).execute()
}

/** Adds a version, which becomes the newest. */
export async function insertVersion(
  tx: Transaction<Schema>,
  row: Omit<Insertable<TemplateVersionTable>, 'is_newest'>,
): Promise<void> {
  await tx
    .updateTable('template_version')
    .set({ is_newest: false })
    .where('account_id', '=', row.account_id)
    .where('template_id', '=', row.template_id)
    .where('is_newest', '=', true)
    .execute()
  await tx
    .insertInto('template_version')
    .values({ ...row, is_newest: true })
    .execute()
  await announceConfigChange(tx, row.account_id)
}

export async function updateVersion(
  tx: Transaction<Schema>,
  { account, id }: TemplateKey,
  version: number,
  change: Updateable<TemplateVersionTable>,
): Promise<void> {
  await tx
    .updateTable('template_version')
    .set(change)
    .where('account_id', '=', account)
    .where('template_id', '=', id)
    .where('version', '=', version)
    .execute()
  await announceConfigChange(tx, account)
}

/** Ends the approvals of a version and the earlier ones: what is revoked does not come back in its earlier words. */
export async function endApprovals(
  tx: Transaction<Schema>,
  { account, id }: TemplateKey,
  version: number,
  change: Updateable<TemplateVersionTable>,
): Promise<void> {
  await tx
    .updateTable('template_version')
    .set(change)
    .where('account_id', '=', account)
    .where('template_id', '=', id)
    .where('version', '<=', version)
    .where('status', '=', ReviewStatus.Approved)
    .execute()
}

/** Deletes the newest version. The one before it becomes the newest; returns false where there is none. */
export async function deleteNewest(tx: Transaction<Schema>, { account, id }: TemplateKey): Promise<boolean> {
  await tx
    .deleteFrom('template_version')
    .where('account_id', '=', account)
    .where('template_id', '=', id)
    .where('is_newest', '=', true)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('template_version')
    .set({ is_newest: true })
    .where('account_id', '=', account)
    .where('template_id', '=', id)
    .where('version', '=', (of) =>
      of
        .selectFrom('template_version')
        .select((last) => last.fn.max('version').as('version'))
        .where('account_id', '=', account)
        .where('template_id', '=', id),
    )
    .executeTakeFirst()
  await announceConfigChange(tx, account)
  return numUpdatedRows > 0n
}

export async function deleteTemplate(tx: Transaction<Schema>, { account, id }: TemplateKey): Promise<void> {
  await tx.deleteFrom('template').where('account_id', '=', account).where('id', '=', id).execute()
  await announceConfigChange(tx, account)
}

/** Makes a version the one that messages use; null where none may. */
export async function setServing(
  tx: Transaction<Schema>,
  { account, id }: TemplateKey,
  version: Pick<VersionRow, 'version' | 'content'> | null,
): Promise<void> {
  await tx
    .updateTable('template')
    .set({ serving: version?.version ?? null, prefix: version === null ? null : prefixOf(version.content) })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute()
  await announceConfigChange(tx, account)
}

/** The fixed text before the first variable. */
function prefixOf(content: string): string {
  const [first] = piecesOf(content)
  return first !== undefined && 'text' in first ? first.text : ''
}

/** Gives a template a code; null for none. It keeps its earlier codes. Returns false where another template has it. */
export async function setCode(
  tx: Transaction<Schema>,
  { account, id }: TemplateKey,
  code: string | null,
): Promise<boolean> {
  await tx.updateTable('template').set({ code }).where('account_id', '=', account).where('id', '=', id).execute()
  if (code === null) return true
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('template_code')
    .values({ account_id: account, code, template_id: id })
    .onConflict((on) =>
      on.columns(['account_id', 'code']).doUpdateSet({ template_id: id }).where('template_code.template_id', '=', id),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
