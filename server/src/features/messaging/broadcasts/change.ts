import type { BroadcastDetail, BroadcastPlan, broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastId } from '@hongyan/contract/ids'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import {
  atVersion,
  type OwnersCall,
  pauseBroadcast,
  resumeBroadcast,
  startBroadcast,
  stopBroadcast,
} from '../../../broadcasts/control.ts'
import { planFault } from '../../../broadcasts/plan-fault.ts'
import { leastCanary } from '../../../broadcasts/quote-fault.ts'
import { requireMoment } from '../../../broadcasts/quotes.ts'
import {
  type BroadcastRow,
  deleteBroadcast,
  lockBroadcast,
  planAnew,
  renameBroadcast,
} from '../../../broadcasts/store.ts'
import { inTransaction, type Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { BroadcastDeps, Caller } from './deps.ts'
import { requireFunds } from './funds.ts'
import { readBroadcast, requireBroadcast, showBroadcast } from './read.ts'

type Move = (tx: Tx, call: OwnersCall, now: Date) => Promise<BroadcastRow>

/** Moves a broadcast as its owner asks, from the version that the owner saw. */
const moving =
  (move: Move) =>
  async (deps: BroadcastDeps, caller: Caller, id: BroadcastId, version: number): Promise<BroadcastDetail> => {
    const now = deps.clock.now()
    const call = { account: caller.account, id, version }
    const row = await orCurrent(deps, caller, id, () => inTransaction(deps.pool, (tx) => move(tx, call, now)))
    return showBroadcast(deps, caller, row)
  }

/** A change from another version is refused with the broadcast as it is now (ruling 32). */
async function orCurrent(
  deps: BroadcastDeps,
  caller: Caller,
  id: BroadcastId,
  change: () => Promise<BroadcastRow>,
): Promise<BroadcastRow> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'state_conflict') throw error
    const current = await readBroadcast(deps, caller, id)
    throw new Refusal('state_conflict', { field: 'version', details: { current } })
  }
}

export const start = moving(async (tx, call, now) => {
  const row = await startBroadcast(tx, call, now)
  await requireFunds(tx, { account: call.account, atMost: row.quoted_micros, startsAt: now }, now)
  return row
})
export const pause = moving(pauseBroadcast)
export const resume = moving(resumeBroadcast)
export const stop = moving(stopBroadcast)

/** Renames a broadcast, or gives one that is scheduled another plan, whose hours are checked anew. An equal plan is ignored. */
export async function updateBroadcast(
  deps: BroadcastDeps,
  caller: Caller,
  id: BroadcastId,
  { version, name, plan }: z.output<typeof broadcasts.update.body>,
): Promise<BroadcastDetail> {
  const now = deps.clock.now()
  const key = { account: caller.account, id }
  const seen = await requireBroadcast(deps, caller, id)
  // The list may be long, so its hours are checked before the row is locked. The list itself never changes.
  const moved = plan === undefined || isSamePlan(plan, seen.plan) ? null : plan
  const startsAt = moved === null ? null : await startOf(deps, seen, moved, now)
  const change = async (tx: Tx): Promise<BroadcastRow> => {
    let current = await atVersion(tx, { ...key, version })
    if (moved !== null && startsAt !== null) {
      requireChangeable(current, now)
      current = await planAnew(tx, key, { plan: moved, startsAt }, now)
      await requireFunds(tx, { account: caller.account, atMost: current.quoted_micros, startsAt }, now)
    }
    return name === undefined || name === current.name ? current : renameBroadcast(tx, key, name)
  }
  const row = await orCurrent(deps, caller, id, () => inTransaction(deps.pool, change))
  return showBroadcast(deps, caller, row)
}

/** True where a plan is the stored one, whichever way its moment is written: a change of the name may repeat it. */
const isSamePlan = (plan: BroadcastPlan, stored: BroadcastPlan): boolean =>
  isDeepStrictEqual(withMillis(plan), withMillis(stored))

const withMillis = ({ at, ...plan }: BroadcastPlan) => ({ ...plan, at: at === null ? null : Date.parse(at) })

async function startOf(deps: BroadcastDeps, row: BroadcastRow, plan: BroadcastPlan, now: Date): Promise<Date> {
  requireMoment(plan)
  requireChangeable(row, now)
  const known = await deps.rules.ofAccount(row.account_id)
  if (known === null) throw new Refusal('not_found')
  const { rate, strictTrust, countries } = known.rules
  // The estimate may have counted fewer people than the list has, so that its plan's canary is enough.
  const least = Math.min(row.plan.canary, leastCanary(known.rules, row.scene, row.recipients))
  if (plan.canary < least) throw new Refusal('broadcast_canary_low', { field: 'plan.canary' })
  const rules = { rate, enabled: strictTrust ? countries : null, skipsUnreached: row.message.unreached === 'skip' }
  const times = { hours: deps.hours, scene: row.scene, plan, now }
  const found = await planFault(deps.pool, { account: row.account_id, id: row.audience_id }, times, rules)
  if (found.fault !== null) throw new Refusal(found.fault, { field: found.field, details: found.details })
  return found.startsAt
}

/** Throws for one that is not scheduled, or that starts within five minutes. */
function requireChangeable({ status, starts_at: startsAt }: BroadcastRow, now: Date): void {
  if (status !== SendJobStatus.Queued) throw new Refusal('broadcast_state')
  if (startsAt.getTime() - now.getTime() < limits.lockedBefore) throw new Refusal('broadcast_locked')
}

export async function removeBroadcast({ pool, clock }: BroadcastDeps, caller: Caller, id: BroadcastId): Promise<void> {
  const key = { account: caller.account, id }
  await inTransaction(pool, async (tx) => {
    const row = await lockBroadcast(tx, key)
    if (row === null) throw new Refusal('not_found')
    requireChangeable(row, clock.now())
    await deleteBroadcast(tx, key)
  })
}
