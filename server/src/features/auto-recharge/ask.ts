import type { CardCharge, CardProvider, Charged } from '../../providers/payments/cards.ts'
import type { PaymentFailure } from '../../providers/payments/provider.ts'
import type { PaidFact, RechargeDeps } from './deps.ts'
import { endFailed, endSucceeded } from './end.ts'
import { keepPaymentId, type RechargeRow } from './store.ts'

const HOUR = 3_600_000
/** Providers know a try again for a day at least; after that asking might charge a second time. */
const ASKED_AGAIN_FOR = 23 * HOUR
/** A payment that has a name is asked for by it, which charges nothing. */
const LOOKED_FOR = 7 * 24 * HOUR

/** Charges the card of a try, or finds out what became of that: asked again it is the same charge. */
export async function ask(deps: RechargeDeps, recharge: RechargeRow): Promise<void> {
  if (isGivenUp(recharge, deps.clock.now())) return giveUp(deps, recharge)
  await settle(deps, recharge, await answerOf(deps, recharge))
}

async function answerOf({ cards }: RechargeDeps, recharge: RechargeRow): Promise<Charged> {
  const offered = cards[recharge.partition]
  if (offered?.test !== recharge.test) return notOffered
  const provider = await offered.provider()
  return doubted(recharge, await asked(provider, recharge))
}

const asked = (provider: CardProvider, recharge: RechargeRow): Promise<Charged> =>
  recharge.payment_id === null ? provider.charge(chargeOf(recharge)) : provider.charged(recharge.payment_id)

/** The same try is always told in the same words. */
const chargeOf = ({ account_id, id, customer, card, amount, currency }: RechargeRow): CardCharge => ({
  attempt: id,
  account: account_id,
  customer,
  card,
  amount,
  currency,
})

/** A no to asking again is certain of that alone: the first time may have come through. */
const doubted = (recharge: RechargeRow, charged: Charged): Charged =>
  charged.kind === 'refused' && recharge.asked_times > 0 ? { kind: 'unreachable', reason: charged.reason } : charged

const notOffered: PaymentFailure = { kind: 'unreachable', reason: 'not_offered' }

const isGivenUp = ({ payment_id, begun_at }: RechargeRow, now: Date): boolean =>
  now.getTime() - begun_at.getTime() > (payment_id === null ? ASKED_AGAIN_FOR : LOOKED_FOR)

async function giveUp(deps: RechargeDeps, recharge: RechargeRow): Promise<void> {
  deps.log.error({ recharge: recharge.id }, 'nobody knows what became of a recharge: look for it at its provider')
  await endFailed(deps, recharge, { kind: 'unknown' })
}

/** What a provider knows of a try, carried out: by its answer here, or by a notify. */
export async function settle(deps: RechargeDeps, recharge: RechargeRow, charged: Charged): Promise<void> {
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

const paidBy = ({ amount, currency }: RechargeRow, paymentId: string): PaidFact => ({
  id: `charged:${paymentId}`,
  amount,
  currency,
  paymentId,
})
