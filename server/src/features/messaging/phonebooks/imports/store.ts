import { DAY } from '@hongyan/contract/durations'
import type { AudienceColumn, RowCounts } from '@hongyan/contract/endpoints/messaging/audiences'
import type { ContactImport } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { ContactImportId } from '@hongyan/contract/ids'
import type { Kysely, Selectable, Updateable } from 'kysely'
import type { ContactImportTable } from '../../../../db/schema/phonebooks.ts'
import type { Schema } from '../../../../db/schema.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { PhonebookKey } from '../store.ts'
import type { ColumnUse } from './columns.ts'
import type { Consent } from './rows.ts'

/** The owner’s choices in the call. */
export interface ImportChoices {
  readonly country: string
  readonly phone_column: string | null
  readonly sheet: string | null
  readonly consent: Consent | null
  readonly clear_empty: boolean
}

/** The summary of a checked file, and what its columns become. */
export interface ImportReport {
  readonly counts: RowCounts
  readonly columns: readonly AudienceColumn[]
  readonly phone_column: string | null
  readonly sheets: readonly string[]
  readonly sheet: string | null
  /** Empty where the file is not merged. */
  readonly uses: readonly ColumnUse[]
}

export type ImportRow = Omit<Selectable<ContactImportTable>, 'choices' | 'report'> & {
  readonly choices: ImportChoices
  readonly report: ImportReport | null
}

export interface ImportKey extends PhonebookKey {
  readonly id: ContactImportId
}

/** An import that a process has claimed. */
export interface ClaimedImport extends ImportRow {
  readonly claim: string
}

export async function findImport(db: Kysely<Schema>, key: ImportKey): Promise<ImportRow> {
  const row = await db
    .selectFrom('contact_import')
    .selectAll()
    .where('account_id', '=', key.account)
    .where('phonebook_id', '=', key.phonebook)
    .where('id', '=', key.id)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return row as ImportRow // written by this folder alone
}

/** Another process has the import, or it ended meanwhile. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

/** Changes an import that this process has claimed. Throws `ClaimLost` for one that it has not. */
export async function updateClaimed(
  db: Kysely<Schema>,
  { account_id: account, id, claim }: Pick<ClaimedImport, 'account_id' | 'id' | 'claim'>,
  change: Updateable<ContactImportTable>,
): Promise<void> {
  const row = await db
    .updateTable('contact_import')
    .set(change)
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new ClaimLost()
}

/** Left-out rows are kept for as long as those of broadcasts. */
export const KEPT_FOR = 30 * DAY

const NO_ROWS: RowCounts = { rows: 0, valid: 0, invalid: 0, scientific: 0, duplicates: 0, landline: 0, too_long: 0 }

export const presentImport = ({ report, ...row }: ImportRow): ContactImport => ({
  id: row.id,
  name: row.name,
  state: row.state,
  progress: row.progress,
  result: row.result,
  problem: row.problem,
  counts: report?.counts ?? NO_ROWS,
  added: row.added,
  updated: row.updated,
  unchanged: row.unchanged,
  columns: [...(report?.columns ?? [])],
  phone_column: report?.phone_column ?? null,
  sheets: [...(report?.sheets ?? [])],
  sheet: report?.sheet ?? null,
  created_at: row.created_at.toISOString(),
})
