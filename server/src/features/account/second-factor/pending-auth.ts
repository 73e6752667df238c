import { createHash } from 'node:crypto'
import type { AccountId, SessionId } from '@hongyan/contract/ids'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { ProofQuestionTable } from '../../../db/schema/second-factor.ts'

export type PendingAuth = Selectable<ProofQuestionTable>

const hashOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest()

/** The keys of pending authentications. A ticket of one kind opens no pending authentication of another. */
export const keyOf = {
  second: (ticket: string) => hashOf('second', ticket),
  passkeyAlone: (ticket: string) => hashOf('passkey alone', ticket),
  stepUp: (session: SessionId) => hashOf('step-up', session),
  newPasskey: (session: SessionId) => hashOf('new passkey', session),
}

const FORGET_AT_ONCE = 1_000

/** Saves a pending authentication; it replaces an earlier one under its key. Deletes a batch of expired ones. */
export async function savePending(db: Kysely<Schema>, pending: PendingAuth, now: Date): Promise<void> {
  const { key_hash: _, ...fresh } = pending
  await sql`
    delete from proof_question where ctid = any(array(
      select ctid from proof_question where expires_at <= ${now} limit ${FORGET_AT_ONCE} for update skip locked))`.execute(
    db,
  )
  await db
    .insertInto('proof_question')
    .values(pending)
    .onConflict((is) => is.column('key_hash').doUpdateSet(fresh))
    .execute()
}

/** Counts a network's pending authentications without an account. */
export async function countAnonymous(db: Kysely<Schema>, network: string, now: Date): Promise<number> {
  const { open } = await db
    .selectFrom('proof_question')
    .select((is) => is.fn.countAll<bigint>().as('open'))
    .where('network', '=', network)
    .where('account_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export const readPending = (db: Kysely<Schema>, key: Buffer, now: Date): Promise<PendingAuth | undefined> =>
  db
    .selectFrom('proof_question')
    .selectAll()
    .where('key_hash', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Locks the pending authentication until the transaction ends. */
export const lockPending = (tx: Transaction<Schema>, key: Buffer, now: Date): Promise<PendingAuth | undefined> =>
  tx
    .selectFrom('proof_question')
    .selectAll()
    .where('key_hash', '=', key)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

/** Deletes and returns the pending authentication. */
export const takePending = (db: Kysely<Schema>, key: Buffer, now: Date): Promise<PendingAuth | undefined> =>
  db
    .deleteFrom('proof_question')
    .where('key_hash', '=', key)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** The challenge that a passkey must sign; null when it expired or was used. */
export const challengeOf = ({ challenge, challenge_until: until }: PendingAuth, now: Date): string | null =>
  until !== null && until > now ? challenge : null

/** Replaces the challenge; the pending authentication keeps its expiry. */
export async function renewChallenge(
  db: Kysely<Schema>,
  key: Buffer,
  fresh: Pick<PendingAuth, 'challenge' | 'challenge_until'>,
): Promise<void> {
  await db.updateTable('proof_question').set(fresh).where('key_hash', '=', key).execute()
}

/** Ends every sign-in of an account that waits for its second step. */
export async function endPendingAuth(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx.deleteFrom('proof_question').where('account_id', '=', account).execute()
}
