import { MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { secondFactor, signIn } from '@hongyan/contract/limits/account'
import { session as limits } from '@hongyan/contract/limits/session'
import { AccountStatus, type Partition } from '@hongyan/contract/vocabulary/account'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { SessionTable } from '../../../db/schema/session.ts'
import type { Caller } from '../../../http/implement.ts'
import type { Identifier } from '../../../kit/identifier.ts'

export interface Owner {
  readonly id: AccountId
  readonly partition: Partition
  readonly passwordHash: string
}

type SessionKey = Pick<Caller, 'account' | 'session'>

/** The least time between two records of a session in use. */
const TOUCH_EVERY = MINUTE

const ownerBy = (db: Kysely<Schema>, identifier: Identifier) =>
  db
    .selectFrom('account')
    .select(['id', 'partition', 'password_hash as passwordHash'])
    .where((is) =>
      'email' in identifier
        ? is('email', '=', identifier.email)
        : is.or(
            identifier.phones.map(({ phone, partition }) => is.and({ phone, ...(partition ? { partition } : {}) })),
          ),
    )
    .limit(1)

export const findOwner = async (db: Kysely<Schema>, identifier: Identifier): Promise<Owner | null> =>
  (await ownerBy(db, identifier).executeTakeFirst()) ?? null

/** Finds the account and locks it against changes of its sign-in until the transaction ends. */
export const takeOwner = async (tx: Transaction<Schema>, identifier: Identifier): Promise<Owner | null> =>
  (await ownerBy(tx, identifier).forNoKeyUpdate().executeTakeFirst()) ?? null

export const readOwner = (db: Kysely<Schema>, account: AccountId): Promise<Owner> =>
  db
    .selectFrom('account')
    .select(['id', 'partition', 'password_hash as passwordHash'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()

/**
 * Locks an account's password against changes until the transaction ends. Returns false where it is not the checked
 * one.
 */
export async function holdPassword(tx: Transaction<Schema>, { id, passwordHash }: Owner): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * As `holdPassword`, but for a caller that changes the password: a simultaneous second caller waits, and then gets
 * false.
 */
export async function takePassword(tx: Transaction<Schema>, { id, passwordHash }: Owner): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** `most` failures within `window` lock further attempts. Durations in milliseconds. */
interface AttemptLimits {
  readonly failures: number
  readonly window: number
  readonly lock: number
}

/**
 * Counts an attempt of a pair before it is made, in one statement, so that no number of simultaneous callers gets more
 * attempts than the limit. Returns null when the pair may try; otherwise the moment at which its lock ends.
 */
export async function countAttempt(
  db: Kysely<Schema>,
  pair: Buffer,
  now: Date,
  { failures, window, lock }: AttemptLimits = signIn,
): Promise<Date | null> {
  const windowFrom = new Date(now.getTime() - window)
  const lockUntil = new Date(now.getTime() + lock)
  const fresh = sql<boolean>`(f.locked_until is not null or f.window_started_at <= ${windowFrom})`
  const counted = await sql`
    insert into sign_in_failure as f (pair_hash, failures, window_started_at) values (${pair}, 1, ${now})
    on conflict (pair_hash) do update set
      failures = case when ${fresh} then 1 else f.failures + 1 end,
      window_started_at = case when ${fresh} then ${now} else f.window_started_at end,
      locked_until = case when not ${fresh} and f.failures + 1 >= ${failures} then ${lockUntil}::timestamptz end
    where f.locked_until is null or f.locked_until <= ${now}
    returning 1`.execute(db)
  if (counted.rows.length > 0) return null
  const locked = await sql<{ until: Date }>`
    select locked_until as until from sign_in_failure where pair_hash = ${pair}`.execute(db)
  return locked.rows[0]?.until ?? now
}

/** Takes back an attempt that was counted and not made. */
export async function uncountAttempt(db: Kysely<Schema>, pair: Buffer): Promise<void> {
  await sql`
    update sign_in_failure set failures = failures - 1, locked_until = null where pair_hash = ${pair}`.execute(db)
}

/** The moment at which the lock of a key ends; null where it is not locked. */
export async function lockOf(db: Kysely<Schema>, key: Buffer, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select locked_until as until from sign_in_failure where pair_hash = ${key} and locked_until > ${now}`.execute(db)
  return rows[0]?.until ?? null
}

/** Counts a wrong password of an account. Returns the number since a session was opened. */
export async function countWrong(db: Kysely<Schema>, account: AccountId): Promise<number> {
  const { failures } = await db
    .insertInto('sign_in_run')
    .values({ account_id: account, failures: 1 })
    .onConflict((is) => is.column('account_id').doUpdateSet({ failures: sql`sign_in_run.failures + 1` }))
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

export async function endRun(db: Kysely<Schema>, account: AccountId): Promise<void> {
  await db.deleteFrom('sign_in_run').where('account_id', '=', account).execute()
}

export async function forgetAttempts(db: Kysely<Schema>, pair: Buffer): Promise<void> {
  await sql`delete from sign_in_failure where pair_hash = ${pair}`.execute(db)
}

const FORGET_AT_ONCE = 1_000
/** The table does not store the window of a row, so each row stays for the longest one. */
const LONGEST_WINDOW = Math.max(signIn.window, secondFactor.triesWindow, secondFactor.accountWindow)

/** Finds failures of any pair that are older than the longest window and whose lock is over. */
export const oldFailures = (now: Date) => sql`
  select pair_hash from sign_in_failure
  where window_started_at <= ${new Date(now.getTime() - LONGEST_WINDOW)} and (locked_until is null or locked_until <= ${now})
  limit ${FORGET_AT_ONCE} for update skip locked`

export async function deleteOldFailures(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`delete from sign_in_failure where pair_hash = any(array(${oldFailures(now)}))`.execute(db)
}

export async function insertSession(db: Kysely<Schema>, row: SessionTable): Promise<void> {
  await db.insertInto('session').values(row).execute()
}

/** Ends a session. Returns false where there is none. */
export async function deleteSession(db: Kysely<Schema>, { account, session }: SessionKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('id', '=', session)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Deletes every session of an account. */
export async function deleteSessions(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.deleteFrom('session').where('account_id', '=', account).execute()
}

/** Deletes every session of an account but the caller's. Returns their number. */
export async function deleteOthers(tx: Transaction<Schema>, { account, session }: Caller): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where('id', '!=', session)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Ends a session at a moment, unless it ends before. */
export async function endSessionAt(tx: Transaction<Schema>, { account, session }: Caller, at: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ expires_at: at })
    .where('account_id', '=', account)
    .where('id', '=', session)
    .where('expires_at', '>', at)
    .execute()
}

const LISTED = 100

/** The sessions of the caller's account that are not over: the caller's own first, then by last use. */
export const readSessions = (
  db: Kysely<Schema>,
  { account, session }: Caller,
  now: Date,
): Promise<readonly Selectable<SessionTable>[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', account)
    .where('expires_at', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - limits.idle))
    .orderBy((is) => is('id', '=', session), 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()

/** Deletes the sessions of an account that are over. */
export async function deleteOver(db: Kysely<Schema>, account: AccountId, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - limits.idle)
  await db
    .deleteFrom('session')
    .where('account_id', '=', account)
    .where((is) => is.or([is('expires_at', '<=', now), is('seen_at', '<=', idleSince)]))
    .execute()
}

/** The session of a token. Records at most once a minute that it was seen. */
export async function findCaller(db: Kysely<Schema>, tokenHash: Buffer, now: Date): Promise<Caller | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account_id as account', 'session.id as session', 'seen_at as seenAt', 'account.status'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('seen_at', '>', new Date(now.getTime() - limits.idle))
    .executeTakeFirst()
  if (!row) return null
  const { account, session, seenAt, status } = row
  if (now.getTime() - seenAt.getTime() >= TOUCH_EVERY) await touch(db, { account, session }, now)
  return { account, session, suspended: status === AccountStatus.Suspended }
}

async function touch(db: Kysely<Schema>, { account, session }: SessionKey, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: now })
    .where('account_id', '=', account)
    .where('id', '=', session)
    .where('seen_at', '<', now)
    .execute()
}

/** Records that a session was verified again (ruling 36). */
export async function markVerified(db: Kysely<Schema>, { account, session }: SessionKey, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ proved_at: now })
    .where('account_id', '=', account)
    .where('id', '=', session)
    .execute()
}
