import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '@hongyan/contract/ids'
import { sendApi } from '@hongyan/contract/limits/messaging'
import { sealedColumn } from '../db/sealed-column.ts'
import { type Tx, statement } from '../db/tx.ts'
import type { SecretBox } from '../kit/secret-box.ts'
import { Refusal } from '../kit/refusal.ts'

/** A call that may come twice: it is the same one when its account, path and key are. */
export interface Question {
  readonly account: AccountId
  readonly path: string
  readonly key: string
  readonly bodyHash: Buffer
}

export interface Answered {
  readonly answer: unknown
  readonly replayed: boolean
}

/** The Idempotency-Key of a running call. */
export interface CallKey {
  /** The id of the row that an earlier call with the key created before its process ended; null for the first call. */
  readonly earlier: string | null
  /**
   * Names a row by the key, in the transaction that creates the row, so a later call with the key finds it. Throws
   * `busy` where a later call has taken the key over, which rolls the transaction back.
   */
  readonly name: (tx: Tx, id: string) => Promise<void>
}

/** The key of a call without an Idempotency-Key. */
export const noKey: CallKey = { earlier: null, name: async () => undefined }

export interface AnswersDeps {
  readonly db: Tx
  readonly secrets: SecretBox
}

/** Longer than any call takes; after that its process is taken to have ended. */
const LEASE_SECONDS = 60
/** Pauses between two reads of a call that still runs: from so short to so long, each half as long again as the one before. */
const FIRST_PAUSE_MILLIS = 50
const LONGEST_PAUSE_MILLIS = 1_000
const PATIENCE_MILLIS = 20_000

/** By the database's clock, which all processes share. An expired key counts as free, and so does one whose call died. */
const CLAIM = statement(
  'console_answer.claim',
  `insert into console_answer as a (account_id, path, key, body_hash, runs_until, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => ${LEASE_SECONDS}),
     now() + make_interval(secs => ${sendApi.idempotencyKept / 1_000}))
   on conflict (account_id, path, key) do update
     set body_hash = excluded.body_hash, sealed_answer = null, runs_until = excluded.runs_until, expires_at = excluded.expires_at,
       subject_id = case when a.expires_at > now() then a.subject_id end
     where a.expires_at <= now() or (a.sealed_answer is null and a.runs_until <= now() and a.body_hash = excluded.body_hash)
   returning runs_until::text as lease, subject_id as earlier`,
)

const FIND = statement(
  'console_answer.find',
  `select body_hash as "bodyHash", sealed_answer as sealed from console_answer
    where account_id = $1 and path = $2 and key = $3`,
)

/** The claim that this call made: a call that outlived its lease has lost the key to a later one. */
const CLAIMED = 'account_id = $1 and path = $2 and key = $3 and runs_until = $4::timestamptz and sealed_answer is null'

const NAME = statement('console_answer.name', `update console_answer set subject_id = $5 where ${CLAIMED} returning 1`)

const KEEP = statement('console_answer.keep', `update console_answer set sealed_answer = $5 where ${CLAIMED}`)

const FREE = statement('console_answer.free', `delete from console_answer where ${CLAIMED}`)

/** Frees a key without a row; with one, the next call takes over at once. */
const GIVE_UP = statement(
  'console_answer.give_up',
  `with freed as (delete from console_answer where ${CLAIMED} and subject_id is null)
   update console_answer set runs_until = now() where ${CLAIMED} and subject_id is not null`,
)

const FORGET_AT_ONCE = 10_000
const FORGET = statement(
  'console_answer.forget',
  `delete from console_answer where ctid = any(array(
     select ctid from console_answer where expires_at < now() limit ${FORGET_AT_ONCE})) returning 1`,
)

type Scope = Pick<Question, 'path' | 'key'> & { readonly account: string }
const contextOf = ({ account, path, key }: Scope): string => `answer ${account} ${path} ${key}`

export const sealedAnswerColumn = sealedColumn({
  table: 'console_answer',
  column: 'sealed_answer',
  of: ['account_id', 'path', 'key'],
  context: ([account = '', path = '', key = '']) => contextOf({ account, path, key }),
})
const keyOf = ({ account, path, key }: Question): readonly string[] => [account, path, key]

/**
 * Does some work once for a question, and repeats the response for a day (semantics D6). The same question waits while
 * the work runs; with another body it is refused. A refusal frees the key. Where the process ends before the response,
 * the question runs the work again after a minute, and the work continues the row that the key names.
 */
export async function answerOnce(
  { db, secrets }: AnswersDeps,
  question: Question,
  work: (key: CallKey) => Promise<unknown>,
): Promise<Answered> {
  let pause = FIRST_PAUSE_MILLIS
  for (let waited = 0; waited < PATIENCE_MILLIS; waited += pause) {
    const [claim] = await db.run<Claim>(CLAIM, [...keyOf(question), question.bodyHash])
    if (claim !== undefined) return { answer: await answered({ db, secrets }, question, claim, work), replayed: false }
    const [found] = await db.run<{ bodyHash: Buffer; sealed: string | null }>(FIND, keyOf(question))
    if (found !== undefined && !found.bodyHash.equals(question.bodyHash)) throw new Refusal('idempotency_mismatch')
    const sealed = found?.sealed ?? null
    if (sealed !== null) return { answer: JSON.parse(secrets.open(sealed, contextOf(question))), replayed: true }
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MILLIS)
    await sleep(pause)
  }
  throw new Refusal('busy', { retryAfter: 1 })
}

interface Claim {
  readonly lease: string
  readonly earlier: string | null
}

async function answered(
  { db, secrets }: AnswersDeps,
  question: Question,
  { lease, earlier }: Claim,
  work: (key: CallKey) => Promise<unknown>,
) {
  const claimed = [...keyOf(question), lease]
  const name: CallKey['name'] = async (tx, id) => {
    const [named] = await tx.run(NAME, [...claimed, id])
    if (named === undefined) throw new Refusal('busy', { retryAfter: 1 })
  }
  try {
    const answer = await work({ earlier, name })
    await db.run(KEEP, [...claimed, secrets.seal(JSON.stringify(answer), contextOf(question))])
    return answer
  } catch (error) {
    await db.run(error instanceof Refusal ? FREE : GIVE_UP, claimed)
    throw error
  }
}

/** Drops the answers that have expired, so many at once. */
export async function forgetAnswers(db: Tx): Promise<void> {
  while ((await db.run(FORGET, [])).length === FORGET_AT_ONCE);
}
