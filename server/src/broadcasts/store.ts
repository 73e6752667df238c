import type { BroadcastMessage, BroadcastPlan } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { AccountId, AudienceId, BroadcastId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { BroadcastScene, BroadcastStep, InterruptReason } from '@hongyan/contract/vocabulary/broadcast'
import { type RecipientSource, SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { Selectable } from 'kysely'
import type { BroadcastTable } from '../db/schema/broadcasts.ts'
import { statement, type Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'

/** A broadcast as the table has it. */
export type BroadcastRow = Selectable<BroadcastTable>

/** A broadcast of an account. */
export interface BroadcastKey {
  readonly account: AccountId
  readonly id: BroadcastId
}

export const keyOf = ({ account_id: account, id }: Pick<BroadcastRow, 'account_id' | 'id'>): BroadcastKey => ({
  account,
  id,
})

const { Queued, Pending } = SendJobStatus
/** Waits or runs. */
export const OPEN = `status in (${Queued}, ${Pending})`

/** A broadcast as its owner creates it of an estimate. */
export interface NewBroadcast extends BroadcastKey {
  readonly name: string
  readonly audience: AudienceId
  readonly source: RecipientSource
  /** The name of the file or phonebook; null for pasted text. */
  readonly sourceName: string | null
  readonly scene: BroadcastScene
  readonly message: BroadcastMessage
  readonly plan: BroadcastPlan
  /** The text as it is written, with its variables. */
  readonly text: string
  readonly templateVersion: number | null
  readonly priceBookVersion: number
  readonly contentHash: Buffer
  readonly recipients: number
  readonly quoted: bigint
  readonly consentedAt: Date | null
  /** The moment at which it starts: the current one, a later one, or the first of the recipients' own clocks. */
  readonly startsAt: Date
}

/** The lock of an account's number of open broadcasts: those that begin at one moment see one another. */
const LOCK_ACCOUNT = statement(
  'broadcast.lock_account',
  `select pg_advisory_xact_lock(hashtextextended('broadcasts of ' || $1::uuid, 0))`,
)
const COUNT_OPEN = statement(
  'broadcast.count_open',
  `select count(*)::integer as open from broadcast where account_id = $1 and ${OPEN}`,
)

/** True where the account may have one more broadcast that waits or runs. Holds the account's lock. */
export async function hasRoom(tx: Tx, account: AccountId): Promise<boolean> {
  await tx.run(LOCK_ACCOUNT, [account])
  const [found] = await tx.run<{ open: number }>(COUNT_OPEN, [account])
  return (found?.open ?? 0) < limits.open
}

const INSERT = statement(
  'broadcast.insert',
  `insert into broadcast (account_id, id, name, audience_id, source, source_name, scene, message, plan, text, template_version,
     price_book_version, content_hash, status, phase, recipients, quoted_micros, consented_at, starts_at, due_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11, $12, $13, ${Queued}, 'scheduled', $14, $15, $16, $17, $17,
     $18)`,
)

/** Adds a broadcast, which starts by itself. False where the account has too many that wait or run. */
export async function insertBroadcast(tx: Tx, made: NewBroadcast, now: Date): Promise<boolean> {
  if (!(await hasRoom(tx, made.account))) return false
  await tx.run(INSERT, [
    made.account,
    made.id,
    made.name,
    made.audience,
    made.source,
    made.sourceName,
    made.scene,
    JSON.stringify(made.message),
    JSON.stringify(made.plan),
    made.text,
    made.templateVersion,
    made.priceBookVersion,
    made.contentHash,
    made.recipients,
    made.quoted,
    made.consentedAt,
    made.startsAt,
    now,
  ])
  await addStep(tx, made, { step: 'created', reason: null, byOwner: true }, now)
  return true
}

const FIND = statement('broadcast.find', `select * from broadcast where account_id = $1 and id = $2`)
const LOCK = statement('broadcast.lock', `select * from broadcast where account_id = $1 and id = $2 for update`)

export async function findBroadcast(tx: Tx, { account, id }: BroadcastKey): Promise<BroadcastRow | null> {
  return (await tx.run<BroadcastRow>(FIND, [account, id]))[0] ?? null
}

/** Reads a broadcast under its lock: no message of it is accepted until the transaction ends. */
export async function lockBroadcast(tx: Tx, { account, id }: BroadcastKey): Promise<BroadcastRow | null> {
  return (await tx.run<BroadcastRow>(LOCK, [account, id]))[0] ?? null
}

const RENAME = statement(
  'broadcast.rename',
  `update broadcast set name = $3, version = version + 1 where account_id = $1 and id = $2 returning *`,
)

/** Renames a broadcast whose row is locked. */
export async function renameBroadcast(tx: Tx, { account, id }: BroadcastKey, name: string): Promise<BroadcastRow> {
  return onlyRow(await tx.run<BroadcastRow>(RENAME, [account, id, name]))
}

const PLAN_ANEW = statement(
  'broadcast.plan_anew',
  `update broadcast set plan = $3::jsonb, starts_at = $4, due_at = $4, version = version + 1
    where account_id = $1 and id = $2 and status = ${Queued} returning *`,
)

/** Gives a broadcast that waits for its start another plan. Its row is locked. */
export async function planAnew(
  tx: Tx,
  key: BroadcastKey,
  { plan, startsAt }: Pick<NewBroadcast, 'plan' | 'startsAt'>,
  now: Date,
): Promise<BroadcastRow> {
  const row = onlyRow(await tx.run<BroadcastRow>(PLAN_ANEW, [key.account, key.id, JSON.stringify(plan), startsAt]))
  await addStep(tx, key, { step: 'changed', reason: null, byOwner: true }, now)
  return row
}

/** The row of a change that a lock makes certain. */
export function onlyRow(rows: readonly BroadcastRow[]): BroadcastRow {
  const [row] = rows
  if (row === undefined) throw new Error('the broadcast is gone, though its row was locked')
  return row
}

const DELETE = statement(
  'broadcast.delete',
  `delete from broadcast where account_id = $1 and id = $2 and status = ${Queued} returning id`,
)

/** Deletes a broadcast that waits for its start, with its timeline. False where there is none. */
export const deleteBroadcast = async (tx: Tx, { account, id }: BroadcastKey): Promise<boolean> =>
  (await tx.run(DELETE, [account, id])).length > 0

export interface Step {
  readonly step: BroadcastStep
  readonly reason: InterruptReason | null
  readonly byOwner: boolean
}

const ADD_STEP = statement(
  'broadcast_step.insert',
  `insert into broadcast_step (account_id, broadcast_id, id, at, step, reason, by_owner) values ($1, $2, $3, $4, $5, $6, $7)`,
)

/** Adds a step to the timeline. */
export const addStep = (
  tx: Tx,
  { account, id }: BroadcastKey,
  { step, reason, byOwner }: Step,
  now: Date,
): Promise<unknown> => tx.run(ADD_STEP, [account, id, uuidv7(now), now, step, reason, byOwner])
