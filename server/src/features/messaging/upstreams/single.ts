import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** A channel that may carry messages to its regions; none: everywhere. */
export interface Carrier {
  readonly ref: UpstreamRef
  readonly isActive: boolean
  readonly regions: readonly string[]
}

/**
 * The countries whose ordinary messages have one channel only: those that name no sender ID, template or credential of a
 * rule. A country counts if that holds for one of its scenes, since that scene stops when the channel fails.
 */
export function singleChannels(
  rules: readonly RouteRule[],
  carriers: readonly Carrier[],
  countries: readonly string[],
): { country: string; id: UpstreamRef }[] {
  return countries.flatMap((country) => {
    const only = Object.values(MessageScene)
      .map((scene) => carriersOf(rules, carriers, country, scene))
      .find((found) => found.length === 1)
    return only === undefined ? [] : only.map(({ ref }) => ({ country, id: ref }))
  })
}

function carriersOf(
  rules: readonly RouteRule[],
  carriers: readonly Carrier[],
  country: string,
  scene: MessageScene,
): readonly Carrier[] {
  const rule = rules.find(({ match }) => isOrdinary(match) && takes(match, country, scene))
  const named = rule?.targets.map(({ upstream }) => upstream) ?? []
  return carriers.filter(
    ({ ref, isActive, regions }) =>
      isActive && named.includes(ref) && (regions.length === 0 || regions.includes(country)),
  )
}

const isOrdinary = ({ signatures, templates, credentials }: RouteRule['match']): boolean =>
  signatures.length + templates.length + credentials.length === 0

/** Prefixes are parts of countries, so a rule with prefixes alone decides for no whole country. */
const takes = ({ countries, prefixes, scenes }: RouteRule['match'], country: string, scene: MessageScene): boolean =>
  (countries.includes(country) || (countries.length === 0 && prefixes.length === 0)) &&
  (scenes.length === 0 || scenes.includes(scene))
