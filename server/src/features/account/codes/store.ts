import type { AccountId } from '@hongyan/contract/ids'
import { code as limits } from '@hongyan/contract/limits/account'
import type { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Identifier } from '../../../kit/identifier.ts'

/** The account that a target or a session belongs to. */
export interface AccountContact {
  readonly id: AccountId
  readonly partition: Partition
  readonly phone: string | null
  readonly email: string | null
  readonly release_channel: string
  readonly locale: Locale
}

const columns = ['id', 'partition', 'phone', 'email', 'release_channel', 'locale'] as const

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

/** The key of a code or a token. */
export interface CodeBinding {
  readonly scene: CodeScene
  readonly targetHash: Buffer
  readonly owner: AccountId | null
}

export interface NewCode {
  readonly askerHash: Buffer
  readonly handleHash: Buffer
  readonly codeHash: Buffer
  readonly expiresAt: Date
}

/** Stores a code; it replaces the earlier one of the same key and asker. */
export async function putCode(
  tx: Transaction<Schema>,
  { scene, targetHash, owner }: CodeBinding,
  { askerHash, handleHash, codeHash, expiresAt }: NewCode,
): Promise<void> {
  await sql`
    insert into verification_code (scene, target_hash, owner_id, asker_hash, handle_hash, code_hash, expires_at)
    values (${scene}, ${targetHash}, ${owner}, ${askerHash}, ${handleHash}, ${codeHash}, ${expiresAt})
    on conflict (scene, target_hash, owner_id, asker_hash) do update
      set handle_hash = excluded.handle_hash, code_hash = excluded.code_hash, tries = 0, open_tries = 0,
        expires_at = excluded.expires_at`.execute(tx)
}

const isFor = ({ scene, targetHash, owner }: CodeBinding) =>
  sql`scene = ${scene} and target_hash = ${targetHash} and owner_id is not distinct from ${owner}::uuid`

/** Uses up one attempt of a handle's code and returns the code's hash; none where no attempt is left, or no code. */
export async function tryCode(
  tx: Transaction<Schema>,
  binding: CodeBinding,
  handleHash: Buffer,
  now: Date,
): Promise<readonly Buffer[]> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    update verification_code set tries = tries + 1
    where ${isFor(binding)} and handle_hash = ${handleHash} and expires_at > ${now} and tries < ${limits.tries}
    returning code_hash as "codeHash"`.execute(tx)
  return rows.map(({ codeHash }) => codeHash)
}

/**
 * Uses up one attempt of every code of the key and returns the codes' hashes. The attempts of callers that name no
 * handle are counted apart, so that a stranger uses up none of the others.
 */
export async function tryCodes(tx: Transaction<Schema>, binding: CodeBinding, now: Date): Promise<readonly Buffer[]> {
  const { rows } = await sql<{ codeHash: Buffer }>`
    update verification_code set open_tries = open_tries + 1
    where ${isFor(binding)} and expires_at > ${now} and open_tries < ${limits.tries}
      and asker_hash = any(array(
        select asker_hash from verification_code where ${isFor(binding)} order by asker_hash for update))
    returning code_hash as "codeHash"`.execute(tx)
  return rows.map(({ codeHash }) => codeHash)
}

/** Ends every code of a key. A simultaneous attempt waits for this transaction and then finds no code. */
export async function endCodesFor(tx: Transaction<Schema>, binding: CodeBinding): Promise<void> {
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

const isToken = (binding: CodeBinding, tokenHash: Buffer, now: Date) =>
  sql`token_hash = ${tokenHash} and ${isFor(binding)} and expires_at > ${now}`

export async function hasToken(
  db: Kysely<Schema>,
  binding: CodeBinding,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`select 1 from verification_token where ${isToken(binding, tokenHash, now)}`.execute(db)
  return rows.length > 0
}

/** Spends a token. Returns false where there is none. */
export async function takeToken(
  tx: Transaction<Schema>,
  binding: CodeBinding,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    delete from verification_token where ${isToken(binding, tokenHash, now)} returning 1`.execute(tx)
  return rows.length > 0
}

/** Ends every code that was sent for an account, and their tokens. */
export async function endCodes(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await sql`delete from verification_code where owner_id = ${account}`.execute(tx)
  await sql`delete from verification_token where owner_id = ${account}`.execute(tx)
}

/** One use of a cap, by the keyed hash of its key. */
export interface HashedClaim {
  readonly subject: string
  readonly keyHash: Buffer
  readonly most: number
  readonly seconds: number
}

/**
 * Counts one use of each cap in one statement, in a fixed order, so that simultaneous callers cannot exceed a cap.
 * Returns the subjects of the exceeded caps with the moments at which they allow a use again; where there are some, the
 * caller rolls back.
 */
export async function claimCaps(
  tx: Transaction<Schema>,
  claims: readonly HashedClaim[],
  now: Date,
): Promise<readonly { readonly subject: string; readonly endsAt: Date }[]> {
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
  const byHash = new Map(claims.map((one) => [one.keyHash.toString('base64'), one]))
  return rows.flatMap(({ keyHash, used, endsAt }) => {
    const one = byHash.get(keyHash.toString('base64'))
    return one !== undefined && used > one.most ? [{ subject: one.subject, endsAt }] : []
  })
}

const FORGET_AT_ONCE = 1_000

/** Deletes a batch of expired rows. */
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
