import { createRounds, type Rounds } from '../../kit/rounds.ts'
import { workThrough } from '../../kit/work-through.ts'
import type { PaymentDeps } from '../deps.ts'
import { chargeCard } from './charge-card.ts'
import { type ChargeRow, claimDueCharges } from './store.ts'

const EVERY = 1_000
/** Charges that are claimed together, and providers that are called at the same time. */
const BATCH = 100
const AT_ONCE = 5

/** Polls every charge without a known outcome that is due. A charge that fails here is due again by itself. */
export async function pollDueCharges(deps: PaymentDeps, stopping?: AbortSignal): Promise<void> {
  const due = await claimDueCharges(deps.db, deps.clock.now(), BATCH)
  await workThrough(due, { atOnce: AT_ONCE, stopping }, (charge) => pollCharge(deps, charge))
}

async function pollCharge(deps: PaymentDeps, charge: ChargeRow): Promise<void> {
  try {
    await chargeCard(deps, charge)
  } catch (error) {
    deps.log.warn({ err: error, charge: charge.id }, 'a card charge could not be polled')
  }
}

export const chargeRounds = (deps: PaymentDeps): Rounds =>
  createRounds((stopping) => pollDueCharges(deps, stopping), {
    every: EVERY,
    what: 'polling card charges',
    log: deps.log,
  })
