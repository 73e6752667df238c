import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { type Tx, expectRows, statement } from '../db/tx.ts'
import { maskedNumber } from '../kit/masked-number.ts'
import type { RequestClaim } from '../pipeline/message.ts'

/** A claim with its owner: a nonce belongs to a credential, an idempotency key to a credential and an action. */
export interface OwnedClaim extends RequestClaim {
  readonly account: AccountId
  readonly credential: CredentialId
}

/** An earlier use of a nonce or key. */
export interface Taken {
  readonly bodyHash: Buffer
  /** The stored answer as JSON text; null for a nonce, and for a key whose request was not accepted. */
  readonly answer: string | null
}

interface KeyRow {
  readonly credential: CredentialId
  readonly kind: 'nonce' | 'key'
  readonly action: string
  readonly key: string
}

/** Names a claim within all accounts. */
export const claimKey = ({ credential, kind, action, key }: KeyRow): string => `${credential} ${kind} ${action} ${key}`

const COLUMNS = `$2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[]`

/** An expired key counts as free. Rows are written in key order: that is their place in the house's order of locks. */
const INSERT = `insert into request_key as r (account_id, credential_id, kind, action, key, body_hash, answer, at, expires_at)
   select account_id, credential_id, kind, action, key, body_hash, answer, $1::timestamptz, $1::timestamptz + make_interval(secs => kept / 1000)
   from unnest(${COLUMNS}, $7::bytea[], $8::double precision[], $9::text[])
     as c(account_id, credential_id, kind, action, key, body_hash, kept, answer)
   order by account_id, credential_id, kind, action, key
   on conflict (account_id, credential_id, kind, action, key) do update
     set body_hash = excluded.body_hash, answer = excluded.answer, at = excluded.at, expires_at = excluded.expires_at
     where r.expires_at <= excluded.at
   returning credential_id as credential, kind, action, key`

const CLAIM = statement('request_key.claim', INSERT)

const CLAIM_ALL = statement(
  'request_key.claim_all',
  `with claimed as (${INSERT}) ${expectRows('select count(*) from claimed', 'cardinality($2::uuid[])', 'request keys')}`,
)

const TAKEN = statement(
  'request_key.taken',
  `select r.credential_id as credential, r.kind, r.action, r.key, r.body_hash as "bodyHash", r.answer
   from unnest(${COLUMNS}) as c(account_id, credential_id, kind, action, key)
   join request_key r using (account_id, credential_id, kind, action, key)
   where r.expires_at > $1`,
)

const owners = (claims: readonly OwnedClaim[]) => [
  claims.map((c) => c.account),
  claims.map((c) => c.credential),
  claims.map((c) => c.kind),
  claims.map((c) => c.action),
  claims.map((c) => c.key),
]

/** A claim with the answer that a later request with the same key gets; null for a nonce. */
export interface AnsweredClaim extends OwnedClaim {
  readonly answer: string | null
}

const columnsOf = (claims: readonly AnsweredClaim[], now: Date) => [
  now,
  ...owners(claims),
  claims.map((c) => c.bodyHash),
  claims.map((c) => c.keptFor),
  claims.map((c) => c.answer),
]

/** Claims nonces and keys for single use. Fails the transaction where one is taken. Keys must be distinct. */
export async function claimAll(tx: Tx, claims: readonly AnsweredClaim[], now: Date): Promise<void> {
  if (claims.length > 0) await tx.run(CLAIM_ALL, columnsOf(claims, now))
}

/** Claims nonces and keys for single use. Returns those that were taken before, by `claimKey`. Keys must be distinct. */
export async function claimRequests(
  tx: Tx,
  claims: readonly OwnedClaim[],
  now: Date,
): Promise<ReadonlyMap<string, Taken>> {
  if (claims.length === 0) return new Map()
  const unanswered = claims.map((claim) => ({ ...claim, answer: null }))
  const claimed = await tx.run<KeyRow>(CLAIM, columnsOf(unanswered, now))
  if (claimed.length === claims.length) return new Map()
  const mine = new Set(claimed.map(claimKey))
  return findTaken(
    tx,
    claims.filter((claim) => !mine.has(claimKey(claim))),
    now,
  )
}

/** The claims of these that were taken before and have not expired, by `claimKey`. Writes nothing. */
export async function findTaken(tx: Tx, claims: readonly OwnedClaim[], now: Date): Promise<ReadonlyMap<string, Taken>> {
  if (claims.length === 0) return new Map()
  const rows = await tx.run<KeyRow & Taken>(TAKEN, [now, ...owners(claims)])
  return new Map(rows.map((row) => [claimKey(row), row]))
}

const OWNERS = `$1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[]`
const SAME_KEY = `(r.account_id, r.credential_id, r.kind, r.action, r.key) = (c.account_id, c.credential_id, c.kind, c.action, c.key)`

const ANSWER = statement(
  'request_key.answer',
  `update request_key r set answer = c.answer
   from unnest(${OWNERS}, $6::text[]) as c(account_id, credential_id, kind, action, key, answer) where ${SAME_KEY}`,
)

/** Stores the answers that later requests with the same key get. */
export async function storeAnswers(tx: Tx, answers: readonly AnsweredClaim[]): Promise<void> {
  if (answers.length > 0) await tx.run(ANSWER, [...owners(answers), answers.map((a) => a.answer)])
}

/** Rows are locked in key order, as claims lock them. */
const MASK_NUMBER = statement(
  'request_key.mask_number',
  `with found as (
     select account_id, credential_id, kind, action, key from request_key
      where account_id = $1 and answer like '%"' || $2 || '"%'
      order by account_id, credential_id, kind, action, key for update)
   update request_key r set answer = replace(r.answer, '"' || $2 || '"', '"' || $3 || '"') from found c where ${SAME_KEY}`,
)

/** Masks a person's number in stored answers. Their keys stay claimed, so a repeated request still sends nothing. */
export async function maskInAnswers(tx: Tx, account: AccountId, e164: string): Promise<void> {
  await tx.run(MASK_NUMBER, [account, e164, maskedNumber(e164)])
}

const RELEASE = statement(
  'request_key.release',
  `delete from request_key r using unnest(${OWNERS}) as c(account_id, credential_id, kind, action, key) where ${SAME_KEY}`,
)

/** Frees keys whose request was refused: refusals are not stored. */
export async function releaseRequests(tx: Tx, claims: readonly OwnedClaim[]): Promise<void> {
  if (claims.length > 0) await tx.run(RELEASE, owners(claims))
}

const FORGET_AT_ONCE = 10_000

const FORGET = statement(
  'request_key.forget',
  `delete from request_key where ctid = any(array(select ctid from request_key where expires_at < $1 limit ${FORGET_AT_ONCE})) returning 1`,
)

/** Drops the keys that have expired, so many at once. */
export async function forgetExpired(db: Tx, now: Date): Promise<void> {
  while ((await db.run(FORGET, [now])).length === FORGET_AT_ONCE);
}
