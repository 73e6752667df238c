import type { AccountId } from '@hongyan/contract/ids'
import { code as limits } from '@hongyan/contract/limits'
import type { Partition } from '@hongyan/contract/vocabulary/account'
import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Identifier } from '../../../kit/identifier.ts'

/** The account holder a target, or that of a caller. */
export interface AccountContact {
  readonly id: AccountId
  readonly partition: Partition
  readonly phone: string | null
  readonly email: string | null
  readonly release_channel: string
}

const columns = ['id', 'partition', 'phone', 'email', 'release_channel'] as const

export const readContact = (db: Kysely<Schema>, account: AccountId): Promise<AccountContact> =>
  db.selectFrom('account').select(columns).where('id', '=', account).executeTakeFirstOrThrow()

export async function findHolder(db: Kysely<Schema>, target: Identifier): Promise<AccountContact | null> {
  const row = await db
    .selectFrom('account')
    .select(columns)
    .where((is) =>
      'email' in target
        ? is('email', '=', target.email)
        : is.or(target.phones.map(({ phone, partition }) => is.and({ phone, ...(partition ? { partition } : {}) }))),
    )
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** What a code or a token is binding to. */
export interface CodeBinding {
  readonly scene: VerificationScene
  readonly targetHash: Buffer
  readonly owner: AccountId | null
}

/** There is one code for one thing: a new one takes the place of the old. */
export async function putCode(
  tx: Transaction<Schema>,
  { scene, targetHash, owner }: CodeBinding,
  { codeHash, expiresAt }: { readonly codeHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into verification_code (scene, target_hash, owner_id, code_hash, expires_at)
    values (${scene}, ${targetHash}, ${owner}, ${codeHash}, ${expiresAt})
    on conflict (scene, target_hash, owner_id) do update
      set code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`.execute(tx)
}

const isFor = ({ scene, targetHash, owner }: CodeBinding) =>
  sql`scene = ${scene} and target_hash = ${targetHash} and owner_id is not distinct from ${owner}::uuid`

/** Uses up one try and tells what the code's hash is; null where there is no try left, or no code. */
export async function tryCode(tx: Transaction<Schema>, binding: CodeBinding, now: Date): Promise<Buffer | null> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    update verification_code set tries = tries + 1
    where ${isFor(binding)} and expires_at > ${now} and tries < ${limits.tries}
    returning code_hash as "codeHash"`.execute(tx)
  return rows[0]?.codeHash ?? null
}

/** Ends a code. Whoever tried it at the same moment has waited for us, and no longer finds it. */
export async function endCode(tx: Transaction<Schema>, binding: CodeBinding): Promise<void> {
  await sql`delete from verification_code where ${isFor(binding)}`.execute(tx)
}

export async function putToken(
  tx: Transaction<Schema>,
  { scene, targetHash, owner }: CodeBinding,
  { tokenHash, expiresAt }: { readonly tokenHash: Buffer; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into verification_token (token_hash, scene, target_hash, owner_id, expires_at)
    values (${tokenHash}, ${scene}, ${targetHash}, ${owner}, ${expiresAt})`.execute(tx)
}

/** Whether there was such a token; it is gone then. */
export async function takeToken(
  tx: Transaction<Schema>,
  binding: CodeBinding,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    delete from verification_token where token_hash = ${tokenHash} and ${isFor(binding)} and expires_at > ${now}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Ends what was sent for an account, and the tokens that came of it. */
export async function endCodes(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await sql`delete from verification_code where owner_id = ${account}`.execute(tx)
  await sql`delete from verification_token where owner_id = ${account}`.execute(tx)
}

/** A use of something capped, by the keyed hash of what is counted. */
export interface HashedClaim {
  readonly keyHash: Buffer
  readonly most: number
  readonly seconds: number
}

/**
 * Counts one more of each, in one statement and one order, so that no number of callers at once gets past a cap. Null
 * when all of them allow it; else the moment at which the last that does not will, and the caller rolls back.
 */
export async function claimCaps(
  tx: Transaction<Schema>,
  claims: readonly HashedClaim[],
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ keyHash: Buffer; used: number; endsAt: Date }>`
    insert into verification_cap as c (key_hash, used, ends_at)
    select key_hash, 1, ${now}::timestamptz + make_interval(secs => seconds)
    from unnest(${claims.map((c) => c.keyHash)}::bytea[], ${claims.map((c) => c.seconds)}::double precision[])
      as k(key_hash, seconds)
    order by key_hash
    on conflict (key_hash) do update set
      used = case when c.ends_at <= ${now} then 1 else c.used + 1 end,
      ends_at = case when c.ends_at <= ${now} then excluded.ends_at else c.ends_at end
    returning key_hash as "keyHash", used, ends_at as "endsAt"`.execute(tx)
  const most = new Map(claims.map((claim) => [claim.keyHash.toString('base64'), claim.most]))
  const over = rows.filter(({ keyHash, used }) => used > (most.get(keyHash.toString('base64')) ?? 0))
  if (over.length === 0) return null
  return new Date(Math.max(...over.map(({ endsAt }) => endsAt.getTime())))
}

const FORGET_AT_ONCE = 1_000

/** Drops some of what is over. */
export async function forgetOver(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`
    delete from verification_code where ctid = any(array(
      select ctid from verification_code where expires_at < ${now} limit ${FORGET_AT_ONCE}))`.execute(db)
  await sql`
    delete from verification_token where ctid = any(array(
      select ctid from verification_token where expires_at < ${now} limit ${FORGET_AT_ONCE}))`.execute(db)
  await sql`
    delete from verification_cap where ctid = any(array(
      select ctid from verification_cap where ends_at < ${now} limit ${FORGET_AT_ONCE}))`.execute(db)
}
