import type { MessageScene } from '@hongyan/contract/vocabulary/message'

/** One rule of the routing table: which messages go to which upstream. */
export interface Route {
  readonly upstream: string
  readonly countries: 'all' | readonly string[]
  readonly scenes: 'all' | readonly MessageScene[]
}

/** Rules in order; the fallback is the last one, which takes everything and cannot be removed. */
export interface RoutingTable {
  readonly rules: readonly Route[]
  readonly fallback: string
}

/** An upstream that fits a message but was not chosen. */
export interface PassedOver {
  readonly upstream: string
  readonly reason: 'down'
}

export interface RouteDecision {
  readonly upstream: string
  /** Null where the first candidate was chosen. */
  readonly passedOver: readonly PassedOver[] | null
}

/**
 * The first upstream in the table's order that takes the message and is not down; a message for none of them waits for
 * the fallback.
 */
export function route(
  table: RoutingTable,
  down: ReadonlySet<string>,
  message: { readonly country: string; readonly scene: MessageScene },
): RouteDecision {
  const fits = ({ countries, scenes }: Route) =>
    (countries === 'all' || countries.includes(message.country)) && (scenes === 'all' || scenes.includes(message.scene))
  const candidates = table.rules.filter(fits)
  const chosen = candidates.find(({ upstream }) => !down.has(upstream))
  const skipped = chosen === undefined ? candidates : candidates.slice(0, candidates.indexOf(chosen))
  const passedOver = skipped.map(({ upstream }): PassedOver => ({ upstream, reason: 'down' }))
  return { upstream: chosen?.upstream ?? table.fallback, passedOver: passedOver.length === 0 ? null : passedOver }
}
