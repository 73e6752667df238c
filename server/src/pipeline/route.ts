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

/** The first upstream in the table's order that takes the message and is not down; a message for none of them waits for the fallback. */
export function route(
  table: RoutingTable,
  down: ReadonlySet<string>,
  message: { readonly country: string; readonly scene: MessageScene },
): string {
  const fits = ({ countries, scenes, upstream }: Route) =>
    !down.has(upstream) &&
    (countries === 'all' || countries.includes(message.country)) &&
    (scenes === 'all' || scenes.includes(message.scene))
  return table.rules.find(fits)?.upstream ?? table.fallback
}
