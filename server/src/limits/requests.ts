import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { type Tx, statement } from '../db/tx.ts'
import type { RequestClaim } from '../pipeline/message.ts'

/** A claim with its owner: the scope of a nonce or an idempotency key is the credential. */
export interface OwnedClaim extends RequestClaim {
  readonly account: AccountId
  readonly credential: CredentialId
}

/** What was found instead of a free key. */
export interface Taken {
  readonly bodyHash: Buffer
  /** The stored answer; null for a nonce, which has none. */
  readonly answer: unknown
}

export const claimKey = ({ credential, kind, key }: Pick<OwnedClaim, 'credential' | 'kind' | 'key'>): string =>
  `${credential} ${kind} ${key}`

interface KeyRow {
  credential: CredentialId
  kind: 'nonce' | 'key'
  key: string
}

/** An expired key counts as free. Rows are written in key order: that is their place in the house's order of locks. */
const CLAIM = statement(
  'request_key.claim',
  `insert into request_key as r (account_id, credential_id, kind, key, body_hash, at, expires_at)
   select account_id, credential_id, kind, key, body_hash, $1::timestamptz, $1::timestamptz + make_interval(secs => kept / 1000)
   from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bytea[], $7::double precision[])
     as c(account_id, credential_id, kind, key, body_hash, kept)
   order by account_id, credential_id, kind, key
   on conflict (account_id, credential_id, kind, key) do update
     set body_hash = excluded.body_hash, answer = null, at = excluded.at, expires_at = excluded.expires_at
     where r.expires_at <= excluded.at
   returning credential_id as credential, kind, key`,
)

const TAKEN = statement(
  'request_key.taken',
  `select r.credential_id as credential, r.kind, r.key, r.body_hash as "bodyHash", r.answer
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as c(account_id, credential_id, kind, key)
   join request_key r using (account_id, credential_id, kind, key)`,
)

const owners = (claims: readonly OwnedClaim[]) => [
  claims.map((c) => c.account),
  claims.map((c) => c.credential),
  claims.map((c) => c.kind),
  claims.map((c) => c.key),
]

/** Claims keys for single use; answers those that somebody has used before, by `claimKey`. Keys must be distinct. */
export async function claimRequests(
  tx: Tx,
  claims: readonly OwnedClaim[],
  now: Date,
): Promise<ReadonlyMap<string, Taken>> {
  if (claims.length === 0) return new Map()
  const kept = claims.map((c) => c.keptFor)
  const claimed = await tx.run<KeyRow>(CLAIM, [now, ...owners(claims), claims.map((c) => c.bodyHash), kept])
  if (claimed.length === claims.length) return new Map()
  const mine = new Set(claimed.map(claimKey))
  const lost = claims.filter((claim) => !mine.has(claimKey(claim)))
  const rows = await tx.run<KeyRow & Taken>(TAKEN, owners(lost))
  return new Map(rows.map((row) => [claimKey(row), row]))
}

const ANSWER = statement(
  'request_key.answer',
  `update request_key r set answer = c.answer
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[]) as c(account_id, credential_id, kind, key, answer)
   where (r.account_id, r.credential_id, r.kind, r.key) = (c.account_id, c.credential_id, c.kind, c.key)`,
)

/** Keeps the answers that later requests with the same key will get. */
export async function storeAnswers(
  tx: Tx,
  answers: readonly (OwnedClaim & { readonly answer: string })[],
): Promise<void> {
  if (answers.length > 0) await tx.run(ANSWER, [...owners(answers), answers.map((a) => a.answer)])
}

const RELEASE = statement(
  'request_key.release',
  `delete from request_key r using unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as c(account_id, credential_id, kind, key)
   where (r.account_id, r.credential_id, r.kind, r.key) = (c.account_id, c.credential_id, c.kind, c.key)`,
)

/** Frees keys whose request was refused after all: refusals are not stored. */
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
