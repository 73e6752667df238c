import type { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'
import { alone, statement } from '../../../db/tx.ts'
import { readSpending } from '../../../gateway/channel-spending.ts'
import type { LastUpstreamReader } from '../../../gateway/last-upstreams.ts'
import type { Routes } from '../../../gateway/routes.ts'
import type { RulesCache } from '../../../gateway/rules.ts'
import type { Clock } from '../../../kit/clock.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { dayIn } from '../../../pipeline/day.ts'
import type { AccountRouting, LinkHealth, RoutedMessage, RouteFacts } from '../../../pipeline/route.ts'
import type { PriceBookCache } from '../../../pricing/price-book-cache.ts'

export interface FactDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly rules: Pick<RulesCache, 'ofAccount'>
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly routes: Pick<Routes, 'unitPrice'>
  readonly last: Pick<LastUpstreamReader, 'read'>
}

/** The states that the owners of links published, which all processes share. */
const LINKS = statement('link_owner.health', 'select upstream, state from link_owner where upstream = any($1)')

/** Reads what a decision by some rules depends on about a message that is accepted now. */
export async function readRouteFacts(
  { pool, clock, rules, prices, routes, last }: FactDeps,
  account: AccountId,
  routing: AccountRouting,
  message: RoutedMessage,
): Promise<RouteFacts> {
  const db = alone(pool)
  const found = await rules.ofAccount(account)
  if (found === null) throw new Refusal('not_found')
  const known = { ...found, rules: { ...found.rules, routing } }
  const codes = [...routing.channels.values()].map(({ upstream }) => upstream)
  const [links, spending, kept] = await Promise.all([
    db.run<{ readonly upstream: string; readonly state: LinkHealth }>(LINKS, [codes]),
    readSpending(db, account, routing, dayIn(known.rules.zone, clock.now()).start),
    last.read(known, [message.to]),
  ])
  const health = new Map(links.map(({ upstream, state }) => [upstream, state]))
  const unitPrice = routes.unitPrice(known.rules, prices.inForce().book, message)
  return {
    health: (link) => health.get(link) ?? 'up',
    unitPrice,
    // An imagined message has one part.
    isOverCap: (channel) => spending.isOverCap(channel, unitPrice(channel) ?? 0n),
    last: kept.get(message.to) ?? null,
    tried: [],
  }
}
