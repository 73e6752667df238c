import { SECOND } from '@hongyan/contract/durations'
import type { Loop } from '../../jobs/loop.ts'
import { workThrough } from '../../kit/work-through.ts'
import type { PaymentDeps } from '../deps.ts'
import { chargeCard } from './charge-card.ts'
import { type ChargeRow, claimDueCharges, countDueCharges, dueCharges } from './store.ts'

const EVERY = SECOND
/** The most provider calls at the same time. */
const AT_ONCE = 5

/**
 * Polls every charge without a known outcome that is due. A failure is logged; the claim has already set the charge's
 * next poll.
 */
export async function pollDueCharges(deps: PaymentDeps, stopping?: AbortSignal): Promise<void> {
  const due = await claimDueCharges(deps.db, deps.clock.now())
  await workThrough(due, { atOnce: AT_ONCE, stopping }, (charge) => pollCharge(deps, charge))
}

async function pollCharge(deps: PaymentDeps, charge: ChargeRow): Promise<void> {
  try {
    await chargeCard(deps, charge)
  } catch (error) {
    deps.log.warn({ err: error, charge: charge.id }, 'a card charge could not be polled')
  }
}

export const chargeLoop = (deps: PaymentDeps): Loop => ({
  name: 'card-charges',
  every: EVERY,
  isDue: dueCharges.isDue,
  run: (stopping) => pollDueCharges(deps, stopping),
  backlog: () => countDueCharges(deps.db, deps.clock.now()),
})
