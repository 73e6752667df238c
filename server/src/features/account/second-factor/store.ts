import type { AccountId, PasskeyId } from '@hongyan/contract/ids'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { PasskeyTable, RecoveryCodeTable } from '../../../db/schema/second-factor.ts'
import type { Caller } from '../../../http/implement.ts'

export type PasskeyRow = Selectable<PasskeyTable>

export interface SecondFactors {
  readonly totpSince: Date | null
  readonly passkeys: readonly PasskeyRow[]
  readonly recoveryLeft: number
}

export const isOn = ({ totpSince, passkeys }: SecondFactors): boolean => totpSince !== null || passkeys.length > 0

/** The second factors of an account. */
export async function readSecondFactors(db: Kysely<Schema>, account: AccountId): Promise<SecondFactors> {
  const totp = await db
    .selectFrom('totp')
    .select('since')
    .where('account_id', '=', account)
    .where('pending', '=', false)
    .executeTakeFirst()
  const passkeys = await db.selectFrom('passkey').selectAll().where('account_id', '=', account).orderBy('id').execute()
  const recovery = await db
    .selectFrom('recovery_code')
    .select(sql<number>`cardinality(hashes)`.as('left'))
    .where('account_id', '=', account)
    .executeTakeFirst()
  return { totpSince: totp?.since ?? null, passkeys, recoveryLeft: recovery?.left ?? 0 }
}

/**
 * True where a session must step up first: the account has a second factor, and its owner was last verified before
 * `since`.
 */
export async function isStepUpDue(db: Kysely<Schema>, { account, session }: Caller, since: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select proved_at <= ${since} and (
      exists (select 1 from totp where account_id = ${account} and not pending)
      or exists (select 1 from passkey where account_id = ${account})) as due
    from session where account_id = ${account} and id = ${session}`.execute(db)
  return rows[0]?.due ?? true
}

export interface PasskeyUser {
  readonly id: AccountId
  readonly partition: Partition
  readonly email: string | null
  readonly phone: string | null
}

export const readPasskeyUser = (db: Kysely<Schema>, account: AccountId): Promise<PasskeyUser> =>
  db
    .selectFrom('account')
    .select(['id', 'partition', 'email', 'phone'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()

/** Locks the account, so that changes of its second factors run one after the other. */
export async function lockSecondFactors(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function readTotp(db: Kysely<Schema>, account: AccountId, pending: boolean): Promise<string | null> {
  const row = await db
    .selectFrom('totp')
    .select('sealed_secret')
    .where('account_id', '=', account)
    .where('pending', '=', pending)
    .executeTakeFirst()
  return row?.sealed_secret ?? null
}

export async function beginTotp(db: Kysely<Schema>, account: AccountId, sealed: string, now: Date): Promise<void> {
  await db
    .insertInto('totp')
    .values({ account_id: account, pending: true, sealed_secret: sealed, since: now })
    .onConflict((is) => is.columns(['account_id', 'pending']).doUpdateSet({ sealed_secret: sealed, since: now }))
    .execute()
}

/** Puts the pending secret in force, in place of the current one. */
export async function confirmTotp(tx: Transaction<Schema>, account: AccountId, step: bigint, now: Date): Promise<void> {
  await tx.deleteFrom('totp').where('account_id', '=', account).where('pending', '=', false).execute()
  await tx
    .updateTable('totp')
    .set({ pending: false, since: now, last_step: step })
    .where('account_id', '=', account)
    .execute()
}

/** Records a TOTP step as used. Returns false where it, or a later one, was used before. */
export async function takeStep(tx: Transaction<Schema>, account: AccountId, step: bigint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('account_id', '=', account)
    .where('pending', '=', false)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns false where no app was in force. */
export async function removeTotp(tx: Transaction<Schema>, account: AccountId): Promise<boolean> {
  const removed = await tx.deleteFrom('totp').where('account_id', '=', account).returning('pending').execute()
  return removed.some(({ pending }) => !pending)
}

export async function readRecoveryKey(tx: Transaction<Schema>, account: AccountId): Promise<string | null> {
  const row = await tx
    .selectFrom('recovery_code')
    .select('sealed_key')
    .where('account_id', '=', account)
    .executeTakeFirst()
  return row?.sealed_key ?? null
}

export async function saveRecoveryCodes(tx: Transaction<Schema>, row: RecoveryCodeTable): Promise<void> {
  const { account_id: _, ...fresh } = row
  await tx
    .insertInto('recovery_code')
    .values(row)
    .onConflict((is) => is.column('account_id').doUpdateSet(fresh))
    .execute()
}

/** Removes the code in one statement, so that of simultaneous callers with one code a single one gets in. */
export async function takeRecoveryCode(tx: Transaction<Schema>, account: AccountId, hash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update recovery_code set hashes = array_remove(hashes, ${hash}::bytea)
    where account_id = ${account} and ${hash}::bytea = any(hashes)`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export async function forgetRecoveryCodes(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', account).execute()
}

export async function findPasskey(
  db: Kysely<Schema>,
  credentialId: string,
  rpId: string,
): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst()
}

/** Returns false where the passkey is registered already. */
export async function insertPasskey(tx: Transaction<Schema>, row: PasskeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey')
    .values(row)
    .onConflict((is) => is.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Returns false where the counter has changed since the answer was checked. */
export async function notePasskeyUse(
  tx: Transaction<Schema>,
  { account_id, id, counter }: PasskeyRow,
  next: bigint,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter: next, last_used_at: now })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const renamePasskey = (
  db: Kysely<Schema>,
  account: AccountId,
  id: PasskeyId,
  name: string,
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkey')
    .set({ name })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function removePasskey(tx: Transaction<Schema>, account: AccountId, id: PasskeyId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function readPasswordHash(db: Kysely<Schema>, account: AccountId): Promise<string> {
  const { password_hash: hash } = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return hash
}

/** Deletes the app, the passkeys and the recovery codes of an account. */
export async function forgetSecondFactor(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.deleteFrom('totp').where('account_id', '=', account).execute()
  await tx.deleteFrom('passkey').where('account_id', '=', account).execute()
  await tx.deleteFrom('recovery_code').where('account_id', '=', account).execute()
}
