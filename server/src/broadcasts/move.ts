import { decimalOf, micros } from '@hongyan/contract/money'
import type { BroadcastStep, InterruptReason } from '@hongyan/contract/vocabulary/broadcast'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import type { OtherEventType } from '@hongyan/contract/vocabulary/webhook'
import { statement, type Tx } from '../db/tx.ts'
import { countSends, type SendCounts } from '../gateway/broadcast-progress.ts'
import { notify } from '../notices/notify.ts'
import { collectEvent } from '../webhooks/collect.ts'
import { after, isFinal, type Move } from './states.ts'
import { addStep, type BroadcastRow, keyOf, onlyRow } from './store.ts'

const { Pending } = SendJobStatus

const SET = statement(
  'broadcast.set_standing',
  `update broadcast set status = $3, phase = $4, reason = $5, version = version + $6, tries = 0, claim = null,
     due_at = $7, started_at = coalesce(started_at, $8), finished_at = coalesce(finished_at, $9),
     watch_at = coalesce(watch_at, $8), canary_until = case when $10 then null else canary_until end,
     canary_passed = canary_passed or $10,
     delivered_before = coalesce($11, delivered_before), failed_before = coalesce($12, failed_before)
    where account_id = $1 and id = $2 returning *`,
)

export interface Moved {
  readonly byOwner: boolean
  readonly now: Date
}

/**
 * Moves a broadcast whose row is locked, with the step of its timeline, the webhook event and the notice. Returns null
 * where the move cannot follow. A run that goes on after the owner saw why it was held counts its failures anew, and
 * does not watch its first messages again.
 */
export async function moveBroadcast(
  tx: Tx,
  row: BroadcastRow,
  move: Exclude<Move, { kind: 'go' }>,
  { byOwner, now }: Moved,
): Promise<BroadcastRow | null> {
  const next = after(row, move)
  if (next === null) return null
  const isRunning = next.status === Pending
  const resumed = move.kind === 'resume' ? row.reason : null
  const counts = await countSends(tx, keyOf(row))
  const changed = onlyRow(
    await tx.run<BroadcastRow>(SET, [
      row.account_id,
      row.id,
      next.status,
      next.phase,
      next.reason,
      byOwner ? 1 : 0,
      isRunning ? now : null,
      isRunning ? now : null,
      isFinal(next) ? now : null,
      resumed === 'canary_hold',
      resumed === 'breaker' ? counts.delivered : null,
      resumed === 'breaker' ? counts.failed : null,
    ]),
  )
  const step = stepOf(move)
  await addStep(tx, keyOf(row), { step, reason: next.reason, byOwner }, now)
  await announce(tx, changed, counts, { step, reason: next.reason, byOwner, now })
  return changed
}

const steps = { start: 'started', resume: 'resumed', finish: 'finished' } as const

function stepOf(move: Exclude<Move, { kind: 'go' }>): BroadcastStep {
  if (move.kind === 'interrupt') return move.reason === 'canary_hold' ? 'held' : 'interrupted'
  return steps[move.kind]
}

const events: { readonly [S in BroadcastStep]?: OtherEventType } = {
  started: 'broadcast.started',
  resumed: 'broadcast.started',
  held: 'broadcast.held',
  interrupted: 'broadcast.interrupted',
  finished: 'broadcast.finished',
}

const CURRENCY = statement('broadcast.currency', 'select currency from account where id = $1')

interface Announced extends Moved {
  readonly step: BroadcastStep
  readonly reason: InterruptReason | null
}

/** Writes the webhook event of a step, and the notice where the owner did not take the step. */
async function announce(
  tx: Tx,
  { account_id: account, id, name, recipients }: BroadcastRow,
  { sent, delivered, failed, skipped, cost }: SendCounts,
  { step, reason, byOwner, now }: Announced,
): Promise<void> {
  const type = events[step]
  if (type === undefined) return
  const [owner] = await tx.run<{ currency: string }>(CURRENCY, [account])
  const counts = { recipients, sent, delivered, failed, skipped }
  const money = { cost: decimalOf(micros(cost)), currency: owner?.currency ?? '' }
  await collectEvent(tx, account, { type, data: { id, name, reason, ...counts, ...money } }, now)
  if (byOwner) return
  if (step === 'finished') {
    const values = { name, sent: String(recipients - skipped), skipped: String(skipped) }
    await notify(tx, { account, kind: 'broadcast_finished', values, at: now })
  } else if (reason !== null && reason !== 'user' && reason !== 'stopped') {
    await notify(tx, { account, kind: 'broadcast_interrupted', values: { name, reason }, at: now })
  }
}
