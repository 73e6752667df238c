import { createHash } from 'node:crypto'
import type { SessionId } from '@hongyan/contract/ids'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ProofQuestionTable, Schema } from '../../../db/schema.ts'

export type Question = Selectable<ProofQuestionTable>

const hashOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest()

/** What a question is found by. A ticket of one kind answers no question of another. */
export const keyOf = {
  second: (ticket: string) => hashOf('second', ticket),
  passkeyAlone: (ticket: string) => hashOf('passkey alone', ticket),
  stepUp: (session: SessionId) => hashOf('step-up', session),
  newPasskey: (session: SessionId) => hashOf('new passkey', session),
}

const FORGET_AT_ONCE = 1_000

/** There is one question under a key: a new one takes the place of the old. What is over is forgotten on the way. */
export async function ask(db: Kysely<Schema>, question: Question, now: Date): Promise<void> {
  const { key_hash: _, ...fresh } = question
  await sql`
    delete from proof_question where ctid = any(array(
      select ctid from proof_question where expires_at <= ${now} limit ${FORGET_AT_ONCE} for update skip locked))`.execute(
    db,
  )
  await db
    .insertInto('proof_question')
    .values(question)
    .onConflict((is) => is.column('key_hash').doUpdateSet(fresh))
    .execute()
}

/** How many questions to nobody in particular a network has not answered yet. */
export async function countOpen(db: Kysely<Schema>, network: string, now: Date): Promise<number> {
  const { open } = await db
    .selectFrom('proof_question')
    .select((is) => is.fn.countAll<bigint>().as('open'))
    .where('network', '=', network)
    .where('account_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export const readQuestion = (db: Kysely<Schema>, key: Buffer, now: Date): Promise<Question | undefined> =>
  db
    .selectFrom('proof_question')
    .selectAll()
    .where('key_hash', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** The question, for as long as the transaction lasts ours alone; whoever waited for us finds it as we leave it. */
export const holdQuestion = (tx: Transaction<Schema>, key: Buffer, now: Date): Promise<Question | undefined> =>
  tx
    .selectFrom('proof_question')
    .selectAll()
    .where('key_hash', '=', key)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

/** The question, which is gone then. */
export const takeQuestion = (db: Kysely<Schema>, key: Buffer, now: Date): Promise<Question | undefined> =>
  db
    .deleteFrom('proof_question')
    .where('key_hash', '=', key)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** What a passkey is to sign; null when that was a while ago, or was answered. */
export const challengeOf = ({ challenge, challenge_until: until }: Question, now: Date): string | null =>
  until !== null && until > now ? challenge : null

/** Asks a passkey in other words; the question stays open for as long as it was. */
export async function askAnew(
  db: Kysely<Schema>,
  key: Buffer,
  fresh: Pick<Question, 'challenge' | 'challenge_until'>,
): Promise<void> {
  await db.updateTable('proof_question').set(fresh).where('key_hash', '=', key).execute()
}
