import type { Pool } from 'pg'
import type { LinkDeps, RechargeDeps } from '../features/finance/auto-recharge/deps.ts'
import { linkRounds } from '../features/finance/auto-recharge/links.ts'
import { createRecharging, type Recharging } from '../features/finance/auto-recharge/rounds.ts'
import { openCardTopUp } from '../payments/orders/create-order.ts'
import { settleFact } from '../payments/settlement/settle.ts'
import type { TopUpDeps } from '../payments/deps.ts'
import type { Rounds } from '../kit/rounds.ts'

export interface RechargeParts {
  readonly pool: Pool
  readonly topUps: TopUpDeps
  readonly cards: RechargeDeps['cards']
}

export interface Recharges {
  readonly deps: RechargeDeps
  readonly links: LinkDeps
  readonly recharging: Recharging
  readonly loops: readonly Rounds[]
}

/** Auto-recharge, whose money comes by the way of all top-ups. */
export function rechargesOf({ pool, topUps, cards }: RechargeParts): Recharges {
  const { db, clock, log } = topUps
  const deps: RechargeDeps = {
    db,
    clock,
    log,
    cards,
    credit: (order, { id, ...paid }) => settleFact(topUps, order, { id, update: { kind: 'paid', ...paid } }),
  }
  const links: LinkDeps = {
    db,
    clock,
    log,
    pool,
    openLink: async (account, order) => (await openCardTopUp(topUps, account, order)).payload,
  }
  const recharging = createRecharging(deps)
  return { deps, links, recharging, loops: [recharging, linkRounds(links)] }
}
