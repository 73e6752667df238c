import { statement, type Tx } from '../db/tx.ts'
import { Refusal } from '../kit/refusal.ts'
import { moveBroadcast } from './move.ts'
import { canResume, type Move } from './states.ts'
import { type BroadcastKey, type BroadcastRow, hasRoom, lockBroadcast, onlyRow } from './store.ts'

/** A change by the owner, made from the version that the owner saw. */
export interface OwnersCall extends BroadcastKey {
  readonly version: number
}

/** Interrupts a running broadcast; its owner can resume it. What waits for its hand-over already goes out. */
export const pauseBroadcast = (tx: Tx, call: OwnersCall, now: Date): Promise<BroadcastRow> =>
  changed(tx, call, { kind: 'interrupt', reason: 'user' }, now)

/** Ends a broadcast for good, also one that waits or is interrupted. */
export const stopBroadcast = (tx: Tx, call: OwnersCall, now: Date): Promise<BroadcastRow> =>
  changed(tx, call, { kind: 'interrupt', reason: 'stopped' }, now)

/** Goes on with the recipients that are left. */
export async function resumeBroadcast(tx: Tx, call: OwnersCall, now: Date): Promise<BroadcastRow> {
  const isOpen = await hasRoom(tx, call.account)
  const row = await atVersion(tx, call)
  if (canResume(row) && !(await hasList(tx, row))) throw new Refusal('audience_expired')
  if (canResume(row) && !isOpen) throw new Refusal('too_many_broadcasts')
  return moved(tx, row, { kind: 'resume' }, now)
}

const HAS_LIST = statement(
  'audience.is_whole',
  `select exists (select from audience where account_id = $1 and id = $2 and removed_at is null) as whole`,
)

/** False where the list is deleted, or on its way there. */
async function hasList(tx: Tx, { account_id: account, audience_id: audience }: BroadcastRow): Promise<boolean> {
  return (await tx.run<{ whole: boolean }>(HAS_LIST, [account, audience]))[0]?.whole ?? false
}

/** Without a time of its own it would wait on for each recipient's. */
const AT_ONCE = statement(
  'broadcast.at_once',
  `update broadcast set plan = plan || '{"time": "now", "at": null, "local": null}'::jsonb, starts_at = $3
    where account_id = $1 and id = $2 returning *`,
)

/** Starts a broadcast that waits for its time at once. */
export async function startBroadcast(tx: Tx, call: OwnersCall, now: Date): Promise<BroadcastRow> {
  const row = await changed(tx, call, { kind: 'start' }, now)
  return onlyRow(await tx.run<BroadcastRow>(AT_ONCE, [row.account_id, row.id, now]))
}

/** Locks the row of a call. Throws `not_found`, or `state_conflict` where it was made from another version. */
export async function atVersion(tx: Tx, { version, ...key }: OwnersCall): Promise<BroadcastRow> {
  const row = await lockBroadcast(tx, key)
  if (row === null) throw new Refusal('not_found')
  if (row.version !== version) throw new Refusal('state_conflict', { field: 'version' })
  return row
}

type OwnersMove = Exclude<Move, { kind: 'go' }>

const changed = async (tx: Tx, call: OwnersCall, move: OwnersMove, now: Date): Promise<BroadcastRow> =>
  moved(tx, await atVersion(tx, call), move, now)

async function moved(tx: Tx, row: BroadcastRow, move: OwnersMove, now: Date): Promise<BroadcastRow> {
  const after = await moveBroadcast(tx, row, move, { byOwner: true, now })
  if (after === null) throw new Refusal('broadcast_state')
  return after
}
