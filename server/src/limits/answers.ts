import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountId } from '@hongyan/contract/ids'
import { sendApi } from '@hongyan/contract/limits/messaging'
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

export interface AnswersDeps {
  readonly db: Tx
  readonly secrets: SecretBox
}

/** Longer than any call takes; after that its process is taken to have ended. */
const LEASE_SECONDS = 60
/** Pauses between looks at a call that still runs: from so short to so long, each half as long again as the one before. */
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
     set body_hash = excluded.body_hash, sealed_answer = null, runs_until = excluded.runs_until, expires_at = excluded.expires_at
     where a.expires_at <= now() or (a.sealed_answer is null and a.runs_until <= now() and a.body_hash = excluded.body_hash)
   returning 1`,
)

const FIND = statement(
  'console_answer.find',
  `select body_hash as "bodyHash", sealed_answer as sealed from console_answer
    where account_id = $1 and path = $2 and key = $3`,
)

const KEEP = statement(
  'console_answer.keep',
  `update console_answer set sealed_answer = $4 where account_id = $1 and path = $2 and key = $3`,
)

const FREE = statement(
  'console_answer.free',
  `delete from console_answer where account_id = $1 and path = $2 and key = $3`,
)

const FORGET_AT_ONCE = 10_000
const FORGET = statement(
  'console_answer.forget',
  `delete from console_answer where ctid = any(array(
     select ctid from console_answer where expires_at < now() limit ${FORGET_AT_ONCE})) returning 1`,
)

const contextOf = ({ account, path, key }: Question): string => `answer ${account} ${path} ${key}`
const keyOf = ({ account, path, key }: Question): readonly string[] => [account, path, key]

/**
 * Does some work once for a question, and answers the same to whoever asks it again within a day (semantics D6). The
 * question while the work runs waits for its end; with another body it is refused. A refusal frees the key. Where the
 * process ends between work and answer, the question may do the work once more after a minute.
 */
export async function answerOnce(
  { db, secrets }: AnswersDeps,
  question: Question,
  work: () => Promise<unknown>,
): Promise<Answered> {
  let pause = FIRST_PAUSE_MILLIS
  for (let waited = 0; waited < PATIENCE_MILLIS; waited += pause) {
    const [claimed] = await db.run(CLAIM, [...keyOf(question), question.bodyHash])
    if (claimed !== undefined) return { answer: await answered({ db, secrets }, question, work), replayed: false }
    const [found] = await db.run<{ bodyHash: Buffer; sealed: string | null }>(FIND, keyOf(question))
    if (found !== undefined && !found.bodyHash.equals(question.bodyHash)) throw new Refusal('idempotency_mismatch')
    const sealed = found?.sealed ?? null
    if (sealed !== null) return { answer: JSON.parse(secrets.open(sealed, contextOf(question))), replayed: true }
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MILLIS)
    await sleep(pause)
  }
  throw new Refusal('busy', { retryAfter: 1 })
}

async function answered({ db, secrets }: AnswersDeps, question: Question, work: () => Promise<unknown>) {
  try {
    const answer = await work()
    await db.run(KEEP, [...keyOf(question), secrets.seal(JSON.stringify(answer), contextOf(question))])
    return answer
  } catch (error) {
    await db.run(FREE, keyOf(question))
    throw error
  }
}

/** Drops the answers that have expired, so many at once. */
export async function forgetAnswers(db: Tx): Promise<void> {
  while ((await db.run(FORGET, [])).length === FORGET_AT_ONCE);
}
