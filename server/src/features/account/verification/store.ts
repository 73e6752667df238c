import { type AccountId, VerificationId } from '@hongyan/contract/ids'
import type { Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { VerificationType, VerificationValues } from '@hongyan/contract/vocabulary/verification'
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { VerificationTable } from '../../../db/schema/verification.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import { openDraft, sealDraft } from './sealed.ts'

export type VerificationRow = Selectable<VerificationTable>

/** The account as the rules need it, and its day. */
export interface Owner {
  readonly id: AccountId
  readonly partition: Partition
  readonly phone: string | null
  readonly level: TrustLevel
  /** Its `sms_wildcard` (specification section 3). */
  readonly wildcard: unknown
  /** The day of the account's zone, as an ISO date, with its first moment and the next day's. */
  readonly today: string
  readonly dayBegins: Date
  readonly dayEnds: Date
}

export async function readOwner(db: Kysely<Schema>, account: AccountId, now: Date): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select id, partition, phone, level, sms_wildcard as wildcard, to_char(day, 'YYYY-MM-DD') as today,
      day at time zone time_zone as "dayBegins", (day + interval '1 day') at time zone time_zone as "dayEnds"
    from account, lateral (select date_trunc('day', ${now}::timestamptz at time zone time_zone) as day) d
    where id = ${account}`.execute(db)
  const [owner] = rows
  if (owner === undefined) throw new Error(`the account ${account} is gone`)
  return owner
}

/** The key under which the limits count the submissions of a day. */
export const SUBMISSIONS = 'verification.submissions'

export async function countSubmissions(db: Kysely<Schema>, { id, dayBegins }: Owner): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used::integer as used from limit_use
     where account_id = ${id} and key = ${SUBMISSIONS} and window_start = ${dayBegins}`.execute(db)
  return rows[0]?.used ?? 0
}

/** The rows of an account: its approval, and the submission that waits or was rejected. */
export interface Submissions {
  readonly approved: VerificationRow | null
  readonly open: VerificationRow | null
}

const split = (rows: readonly VerificationRow[]): Submissions => ({
  approved: rows.find(({ status }) => status === ReviewStatus.Approved) ?? null,
  open: rows.find(({ status }) => status !== ReviewStatus.Approved) ?? null,
})

const ofAccount = (db: Kysely<Schema>, account: AccountId) =>
  db.selectFrom('verification').selectAll().where('account_id', '=', account)

export const readSubmissions = async (db: Kysely<Schema>, account: AccountId): Promise<Submissions> =>
  split(await ofAccount(db, account).execute())

/** Locks the account's rows. Of simultaneous changes one sees the other's result. */
export const lockSubmissions = async (tx: Transaction<Schema>, account: AccountId): Promise<Submissions> =>
  split(await ofAccount(tx, account).orderBy('id').forUpdate().execute())

export async function insertSubmission(tx: Transaction<Schema>, row: Insertable<VerificationTable>): Promise<void> {
  await tx.insertInto('verification').values(row).execute()
}

export type VerificationChange = Updateable<VerificationTable>
type RowKey = Pick<VerificationRow, 'account_id' | 'id'>

export async function updateSubmission(
  tx: Transaction<Schema>,
  { account_id: account, id }: RowKey,
  change: VerificationChange,
): Promise<void> {
  await tx.updateTable('verification').set(change).where('account_id', '=', account).where('id', '=', id).execute()
}

export async function deleteSubmission(tx: Transaction<Schema>, { account_id: account, id }: RowKey): Promise<void> {
  await tx.deleteFrom('verification').where('account_id', '=', account).where('id', '=', id).execute()
}

/** Finds a submission by its id alone, as staff name it. */
export async function findSubmission(db: Kysely<Schema>, typed: string): Promise<VerificationRow | null> {
  const id = VerificationId.safeParse(typed.toLowerCase())
  if (!id.success) return null
  const row = await db.selectFrom('verification').selectAll().where('id', '=', id.data).executeTakeFirst()
  return row ?? null
}

/** A form that is not submitted. */
export interface Draft {
  readonly type: VerificationType
  readonly values: VerificationValues
  readonly saved_at: Date
}

export async function readDraft(db: Kysely<Schema>, secrets: SecretBox, account: AccountId): Promise<Draft | null> {
  const row = await db
    .selectFrom('verification_draft')
    .select(['type', 'sealed', 'saved_at'])
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (row === undefined) return null
  const { type, sealed, saved_at } = row
  return { type, values: openDraft(secrets, account, sealed), saved_at }
}

export async function putDraft(
  db: Kysely<Schema>,
  secrets: SecretBox,
  account: AccountId,
  { type, values, saved_at }: Draft,
): Promise<void> {
  const draft = { type, sealed: sealDraft(secrets, account, values), saved_at }
  await db
    .insertInto('verification_draft')
    .values({ account_id: account, ...draft })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(draft))
    .execute()
}

export async function deleteDraft(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.deleteFrom('verification_draft').where('account_id', '=', account).execute()
}

export async function deleteDraftsBefore(db: Kysely<Schema>, moment: Date): Promise<void> {
  await db.deleteFrom('verification_draft').where('saved_at', '<', moment).execute()
}
