import { askAttempt, isGivenUp, paidBy } from '../../../providers/payments/attempt.ts'
import type { ChargeResult } from '../../../providers/payments/cards.ts'
import type { PaymentFailure } from '../../../providers/payments/provider.ts'
import type { RechargeDeps } from './deps.ts'
import { endFailed, endSucceeded } from './end.ts'
import { keepPaymentId, type RechargeRow } from './store.ts'

/** Charges the card of a try, or finds out what became of that: asked again it is the same charge. */
export async function ask(deps: RechargeDeps, recharge: RechargeRow): Promise<void> {
  if (isGivenUp(recharge, deps.clock.now())) return giveUp(deps, recharge)
  await settle(deps, recharge, await askAttempt(deps.cards, recharge))
}

async function giveUp(deps: RechargeDeps, recharge: RechargeRow): Promise<void> {
  deps.log.error({ recharge: recharge.id }, 'nobody knows what became of a recharge: look for it at its provider')
  await endFailed(deps, recharge, { kind: 'unknown' })
}

/** What a provider knows of a try, carried out: by its answer here, or by a webhook. */
export async function settle(deps: RechargeDeps, recharge: RechargeRow, charged: ChargeResult): Promise<void> {
  if ('reason' in charged) return settleFailure(deps, recharge, charged)
  if (charged.kind === 'declined') return endFailed(deps, recharge, charged)
  if (charged.kind === 'authentication_required') return endFailed(deps, recharge, { kind: charged.kind })
  if (charged.kind === 'processing') return keepPaymentId(deps.db, recharge, charged.paymentId)
  return endSucceeded(deps, recharge, paidBy(recharge, charged.paymentId))
}

async function settleFailure(deps: RechargeDeps, recharge: RechargeRow, failure: PaymentFailure): Promise<void> {
  const { kind, reason } = failure
  if (kind === 'refused') return endFailed(deps, recharge, { kind, code: reason })
  deps.log.warn({ recharge: recharge.id, reason }, 'what became of a recharge is not known yet')
}
