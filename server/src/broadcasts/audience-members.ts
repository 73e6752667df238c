import type { AccountId } from '@hongyan/contract/ids'
import { plainArray, textArray } from '../db/arrays.ts'
import { statement, type Tx } from '../db/tx.ts'
import type { Member } from './audience-report.ts'
import type { AudienceKey, Claimed } from './audience-store.ts'
import type { MemberGroup } from './kept-back.ts'

const ADD = statement(
  'audience_member.add',
  `with held as (
     update audience set progress = $4, due_at = $5
      where account_id = $1 and id = $2 and claim = $3 and state = 'parsing' returning id
   ), added as (
     insert into audience_member (account_id, audience_id, row, recipient, country, zone, cells)
     select $1, $2, m.row, m.recipient, m.country, m.zone, m.cells::text[]
       from held, unnest($6::integer[], $7::text[], $8::text[], $9::text[], $10::text[])
         as m(row, recipient, country, zone, cells)
   ) select count(*)::integer as held from held`,
)

/**
 * Adds members in one statement, notes the progress, and keeps the claim until `dueAt`. False where the list is another's
 * meanwhile; then nothing is written.
 */
export async function addMembers(
  tx: Tx,
  { account, id, claim }: Claimed,
  members: readonly Member[],
  progress: number,
  dueAt: Date,
): Promise<boolean> {
  const rows = await tx.run<{ readonly held: number }>(ADD, [
    account,
    id,
    claim,
    progress,
    dueAt,
    plainArray(members.map(({ row }) => row)),
    plainArray(members.map(({ to }) => to)),
    plainArray(members.map(({ country }) => country)),
    textArray(members.map(({ zone }) => zone)),
    textArray(members.map(({ cells }) => textArray(cells))),
  ])
  return (rows[0]?.held ?? 0) > 0
}

const DELETE = statement(
  'audience_member.delete',
  `with gone as (
     delete from audience_member where ctid = any(array(
       select ctid from audience_member where account_id = $1 and audience_id = $2 limit $3)) returning 1
   ) select count(*)::integer as deleted from gone`,
)
/** Members that one statement deletes. */
const DELETED_AT_ONCE = 5_000

/** Deletes all members of a list, some at a time. Stops early where the signal is aborted. */
export async function deleteMembers(db: Tx, { account, id }: AudienceKey, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    stopping?.throwIfAborted()
    const [row] = await db.run<{ readonly deleted: number }>(DELETE, [account, id, DELETED_AT_ONCE])
    if ((row?.deleted ?? 0) < DELETED_AT_ONCE) return
  }
}

/** The keyed hash of a number as `recipientHash` makes it, from the padded key in two parameters (RFC 2104). */
export const hashOf = (recipient: string, inner: string, outer: string): string =>
  `substr(sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${recipient}, 'UTF8'))), 1, 16)`

const BLOCK_BYTES = 64
const [INNER, OUTER] = [0x36, 0x5c]

/** The two padded keys of HMAC-SHA-256. The key of an account is shorter than a block. */
function paddedKeys(key: Buffer): readonly [inner: Buffer, outer: Buffer] {
  if (key.length > BLOCK_BYTES) throw new Error('a longer key would be hashed first')
  const padded = Buffer.concat([key], BLOCK_BYTES)
  return [padded.map((byte) => byte ^ INNER), padded.map((byte) => byte ^ OUTER)] as [Buffer, Buffer] // a map of a Buffer is one
}

/** A lookup per member: an account's list may be a hundred times as long as the list of a broadcast. */
const GROUPS = statement(
  'audience_member.groups',
  `select m.country, coalesce(l.blocked, false) as blocked, coalesce(l.scenes, 0)::integer as "optedOut", m.unreached,
     count(*)::integer as recipients, max(m.row) as last
   from (
     select account_id, row, recipient, country, unreached from audience_member
      where account_id = $1 and audience_id = $2 and row > $3 order by row limit $4
   ) m left join lateral (
     select bool_or(reason = 'block') as blocked, bit_or(scenes) filter (where reason = 'opt_out') as scenes
       from listed_recipient where account_id = m.account_id and to_hash = ${hashOf('m.recipient', '$5', '$6')}
   ) l on true group by 1, 2, 3, 4`,
)
/** Members that one statement groups: a tenth of a second. */
const GROUPED_AT_ONCE = 20_000

/** Counts the members of a list by country and by what keeps them from a message. Finds their entries by their hash. */
export async function groupMembers(db: Tx, { account, id }: AudienceKey): Promise<readonly MemberGroup[]> {
  const keys = await hashKeysOf(db, account)
  const groups = new Map<string, MemberGroup>()
  for (let after = 0; ;) {
    const found = await db.run<MemberGroup & { readonly last: number }>(GROUPS, [
      account,
      id,
      after,
      GROUPED_AT_ONCE,
      ...keys,
    ])
    let read = 0
    for (const { last, ...group } of found) {
      const { country, blocked, optedOut, unreached } = group
      const key = JSON.stringify([country, blocked, optedOut, unreached])
      groups.set(key, { ...group, recipients: group.recipients + (groups.get(key)?.recipients ?? 0) })
      read += group.recipients
      after = Math.max(after, last)
    }
    if (read < GROUPED_AT_ONCE) return [...groups.values()]
  }
}

const KEPT_BACK = statement(
  'audience_member.kept_back',
  `select m.row, m.recipient as value, case when l.blocked then 'blocked' when l.opted_out then 'opted_out'
     when m.country = any($7::text[]) then 'country' when m.unreached and $9 then 'unreached' end as reason
   from (
     select account_id, row, recipient, country, unreached from audience_member
      where account_id = $1 and audience_id = $2 and row > $3 order by row limit $4
   ) m left join lateral (
     select bool_or(reason = 'block') as blocked, bool_or(reason = 'opt_out' and scenes & $8 <> 0) as opted_out
       from listed_recipient where account_id = m.account_id and to_hash = ${hashOf('m.recipient', '$5', '$6')}
   ) l on true order by m.row`,
)

export interface CheckedMember {
  readonly row: number
  readonly value: string
  readonly reason: 'blocked' | 'opted_out' | 'country' | 'unreached' | null
}

export interface Checks {
  readonly keys: readonly [Buffer, Buffer]
  /** The countries that no message may go to. */
  readonly closed: readonly string[]
  /** The bit of the scene. */
  readonly scene: number
  /** Numbers that the last messages did not reach are left out. */
  readonly skipsUnreached: boolean
}

/** The members behind a row, with the reason that keeps each from a message, as the pipeline finds it (semantics D2). */
export const checkMembers = (
  db: Tx,
  { account, id }: AudienceKey,
  after: number,
  most: number,
  { keys: [inner, outer], closed, scene, skipsUnreached }: Checks,
): Promise<readonly CheckedMember[]> =>
  db.run<CheckedMember>(KEPT_BACK, [account, id, after, most, inner, outer, plainArray(closed), scene, skipsUnreached])

const HASH_KEY = statement('account.hash_key', `select hash_key from account where id = $1`)

export async function hashKeysOf(db: Tx, account: AccountId): Promise<readonly [Buffer, Buffer]> {
  const [row] = await db.run<{ readonly hash_key: Buffer }>(HASH_KEY, [account])
  if (row === undefined) throw new Error(`there is no account ${account}`)
  return paddedKeys(row.hash_key)
}
