import type { AccountId } from '@hongyan/contract/ids'
import { ZERO } from '@hongyan/contract/money'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { dayIn } from '../pipeline/day.ts'
import { chosenOf, type MatchedRule, remoteOf, type RouteState } from '../pipeline/planned-route.ts'
import { type Channel, route, type RouteFacts, type Skipped } from '../pipeline/route.ts'
import { readSpending } from './channel-spending.ts'
import type { LastUpstreamReader } from './last-upstreams.ts'
import type { Keyed } from './outbox.ts'
import type { Routes } from './routes.ts'
import type { RulesCache } from './rules.ts'
import { mappingsFor } from './template-mappings.ts'

/** A message that has a channel by rules and was not handed over to it. */
export interface Reroutable extends Keyed {
  readonly upstream: string
  readonly to: string
  readonly scene: MessageScene
  readonly price: bigint
  readonly route: RouteState
}

/** The channel that rules now choose for such a message. */
export interface Rerouted {
  readonly message: Reroutable
  readonly upstream: string
  readonly route: RouteState
  /** Null where the message stays by none: its account has no rules any more, or failover is off. */
  readonly rule: MatchedRule | null
  readonly skipped: readonly Skipped[]
  /** The new channel, where it is one of the account, whose spending is counted. */
  readonly managed: Pick<Channel, 'dailyCap'> | null
  /** The beginning of the account's day. */
  readonly day: Date
}

/** Routes messages again, by the rules and the state of the channels now. */
export type Reroute = (messages: readonly Reroutable[]) => Promise<readonly Rerouted[]>

export interface RerouteDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly rules: Pick<RulesCache, 'ofAccount'>
  readonly routes: Pick<Routes, 'health'>
  readonly last: Pick<LastUpstreamReader, 'read'>
  /** The code of the product's own channel. */
  readonly standard: string
}

/** The price of a message is fixed (semantics D5), so that the prices of other channels do not matter. */
export function createReroute({ pool, clock, rules, routes, last, standard }: RerouteDeps): Reroute {
  const db = alone(pool)
  const ofAccount = async (account: AccountId, messages: readonly Reroutable[]): Promise<readonly Rerouted[]> => {
    const known = await rules.ofAccount(account)
    const routing = known?.rules.routing ?? null
    if (known === null) return []
    const day = dayIn(known.rules.zone, clock.now()).start
    if (routing === null) {
      return messages.map((message) => ({ message, ...own(message), upstream: standard, day }))
    }
    const numbers = messages.map(({ to }) => to)
    const templates = messages.map(({ route: { template } }) => template)
    const [kept, spending, mappingsOf] = await Promise.all([
      last.read(known, numbers),
      readSpending(db, account, routing, day),
      mappingsFor(db, account, routing, templates),
    ])
    return messages.map((message) => {
      if (!message.route.failover) return { message, ...own(message), day }
      const { country, signature, template, credential, values, tried } = message.route
      const facts: RouteFacts = {
        health: routes.health,
        unitPrice: () => ZERO,
        isOverCap: (channel) => channel.upstream !== message.upstream && spending.isOverCap(channel, message.price),
        // Its own channel is the last one that accepted a message of the recipient, or the one that did not.
        last: tried.length > 0 ? null : otherThan(message.upstream, kept.get(message.to) ?? null),
        tried,
      }
      const { to, scene } = message
      const mappings = mappingsOf(template)
      const decision = route(routing, facts, { to, scene, country, signature, template, mappings, credential, values })
      const chosen = chosenOf(routing, decision)
      if (chosen === null || decision.waits) {
        return { message, ...own(message), skipped: decision.skipped, day }
      }
      const { id, name } = decision.rule
      if (chosen.upstream !== message.upstream) spending.add(chosen, message.price)
      return {
        message,
        upstream: chosen.upstream,
        route: { ...message.route, remote: remoteOf(routing, chosen, { mappings, ...message.route }) },
        rule: { version: routing.version, id, name },
        skipped: decision.skipped,
        managed: chosen.provider === null ? null : chosen,
        day,
      }
    })
  }

  return async (messages) => {
    const byAccount = new Map<AccountId, Reroutable[]>()
    for (const message of messages) {
      const of = byAccount.get(message.account)
      if (of) of.push(message)
      else byAccount.set(message.account, [message])
    }
    const moves = await Promise.all([...byAccount].map(([account, of]) => ofAccount(account, of)))
    return moves.flat()
  }
}

/** A message that keeps its upstream. */
const own = ({ upstream, route: state }: Reroutable): Omit<Rerouted, 'message' | 'day'> => ({
  upstream,
  route: state,
  rule: null,
  skipped: [],
  managed: null,
})

const otherThan = (upstream: string, last: string | null): string | null => (last === upstream ? null : last)
