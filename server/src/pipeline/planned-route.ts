import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { CredentialId, RouteRuleId, SignatureId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import {
  type AccountRouting,
  type Channel,
  mappingKey,
  route,
  type RouteDecision,
  type RouteFacts,
  type RoutedMessage,
  type Skipped,
  templateAt,
} from './route.ts'

/** The rule that chose a message's channel, as the message names it. */
export interface MatchedRule {
  /** The version of the routing. */
  readonly version: number
  readonly id: RouteRuleId
  readonly name: string
}

/** The facts by which the next attempt of a message is routed, beside those that its row has anyway. */
export interface RouteState {
  readonly country: string
  readonly signature: SignatureId | null
  readonly template: string | null
  readonly credential: CredentialId | null
  /** The values of the template's variables, for channels that are filled with them; null where none is. */
  readonly values: Readonly<Record<string, string>> | null
  /** The most attempts, and the channels that the rule has. */
  readonly attempts: number
  readonly channels: number
  /** A message that a channel certainly did not accept goes on to the next one. */
  readonly failover: boolean
  /** The links of earlier attempts. */
  readonly tried: readonly string[]
  /** The end of the first attempt, as an ISO time; absent before it. */
  readonly firstAt?: string
  /** Its signature and template as the channel's provider knows them; null where the provider takes any text. */
  readonly remote: RemoteMessage | null
}

/** A message by the ids of its provider. */
export interface RemoteMessage {
  /** Null for a message without a signature. */
  readonly signature: string | null
  readonly template: string
  /** The values of the template's variables, in the provider's order. */
  readonly parameters: readonly string[]
}

/** The channel that a rule chose for a message. */
export interface PlannedRoute {
  readonly upstream: string
  readonly channel: Channel
  readonly rule: MatchedRule
  readonly skipped: readonly Skipped[]
  readonly state: RouteState
}

export interface RoutedPrice {
  readonly route: PlannedRoute
  readonly unitPrice: Micros
}

/**
 * The channel and the price of a message by an account's rules, or the refusal where no channel can carry it: without a
 * price there is no route, and else none is available now.
 */
export function plannedRoute(
  routing: AccountRouting,
  facts: RouteFacts,
  message: RoutedMessage,
  credential: CredentialId | null,
): RoutedPrice | ErrorCode {
  const decision = route(routing, facts, message)
  const chosen = chosenOf(routing, decision)
  if (chosen === null)
    return decision.skipped.every(({ reason }) => reason === 'no_price') ? 'no_route' : 'no_upstream_available'
  const unitPrice = facts.unitPrice(chosen)
  if (unitPrice === null) return 'no_route'
  const { rule, skipped } = decision
  const { country, signature, template, values } = message
  return {
    unitPrice,
    route: {
      upstream: chosen.upstream,
      channel: chosen,
      rule: { version: routing.version, id: rule.id, name: rule.name },
      skipped,
      state: {
        country,
        signature,
        template,
        credential,
        values: [...routing.channels.values()].some(({ needsMapping }) => needsMapping) ? values : null,
        ...optionsOf(decision),
        tried: facts.tried,
        remote: remoteOf(routing, chosen, message),
      },
    },
  }
}

/** The channel that carries the message, or that it waits for; null where there is none. */
export const chosenOf = ({ channels }: AccountRouting, { order }: RouteDecision): Channel | null => {
  const [first] = order
  return first === undefined ? null : (channels.get(first.ref) ?? null)
}

const optionsOf = ({ rule }: RouteDecision): Pick<RouteState, 'attempts' | 'channels' | 'failover'> => ({
  attempts: rule.attempts,
  channels: new Set([...rule.targets, ...(rule.canary === null ? [] : [rule.canary])].map(({ upstream }) => upstream))
    .size,
  failover: rule.failover,
})

/** The message as a template-only provider knows it; null for a provider that takes any text. */
export function remoteOf(
  routing: AccountRouting,
  { ref, needsMapping }: Channel,
  message: Pick<RoutedMessage, 'signature' | 'template' | 'mappings' | 'values'>,
): RemoteMessage | null {
  const { signature, values } = message
  const mapped = templateAt(routing, ref, message)
  if (!needsMapping || mapped === null || values === null) return null
  const sender = signature === null ? undefined : routing.mappings.get(mappingKey(ref, 'signature', signature))
  return {
    signature: sender?.remote ?? null,
    template: mapped.remote,
    parameters: mapped.variables.map((name) => values[name] ?? ''),
  }
}

/** Routing of a test message: one channel alone, in whatever state it is and whichever regions rules use it for (S1). */
export function routingOver(routing: AccountRouting, upstream: UpstreamRef): AccountRouting {
  const channel = routing.channels.get(upstream)
  const rule: RouteRule = {
    id: ONLY,
    name: '',
    match: { countries: [], prefixes: [], scenes: [], signatures: [], templates: [], credentials: [] },
    order: 'ordered',
    targets: [{ upstream, weight: null }],
    canary: null,
    failover: false,
    attempts: 1,
    sticky: false,
  }
  const channels = new Map(
    channel === undefined ? [] : [[upstream, { ...channel, state: 'active', regions: [] } as const]],
  )
  return { ...routing, rules: [rule], channels }
}

/** The rule of test messages, which no account has. */
const ONLY = '00000000-0000-7000-8000-000000000000' as RouteRuleId
