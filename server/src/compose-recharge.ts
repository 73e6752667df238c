import type { Pool } from 'pg'
import { type TellDeps, type RechargeDeps } from './features/auto-recharge/deps.ts'
import { createRecharging, type Recharging } from './features/auto-recharge/rounds.ts'
import { tellingRounds } from './features/auto-recharge/tell.ts'
import { openCardTopUp } from './features/top-up/begin.ts'
import { settleFact } from './features/top-up/credit.ts'
import type { TopUpDeps } from './features/top-up/deps.ts'
import type { OwnerTeller } from './gateway/tell-owner.ts'
import type { Rounds } from './kit/rounds.ts'

export interface RechargeParts {
  readonly pool: Pool
  readonly topUps: TopUpDeps
  readonly cards: RechargeDeps['cards']
  readonly tellOwner: OwnerTeller
}

export interface Recharges {
  readonly deps: RechargeDeps
  readonly telling: TellDeps
  readonly recharging: Recharging
  readonly loops: readonly Rounds[]
}

/** Auto-recharge, whose money comes by the way of all top-ups. */
export function rechargesOf({ pool, topUps, cards, tellOwner }: RechargeParts): Recharges {
  const { db, clock, log } = topUps
  const deps: RechargeDeps = {
    db,
    clock,
    log,
    cards,
    credit: (order, { id, ...paid }) => settleFact(topUps, order, { id, fact: { kind: 'paid', ...paid } }),
  }
  const telling: TellDeps = {
    db,
    clock,
    log,
    pool,
    tellOwner,
    openLink: async (account, order) => (await openCardTopUp(topUps, account, order)).payload,
  }
  const recharging = createRecharging(deps)
  return { deps, telling, recharging, loops: [recharging, tellingRounds(telling)] }
}
