import type { RouteRule, RouteMatch } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { CredentialId, SignatureId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { percentsOf } from '@hongyan/contract/upstreams/percents'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import {
  type ManagedProvider,
  type RouteCondition,
  type RouteRole,
  type SkipReason,
  STANDARD,
  type UpstreamState,
} from '@hongyan/contract/vocabulary/upstream'
import { isInShare, pickByWeight } from './shares.ts'

/** A channel of an account, as routing needs it. */
export interface Channel {
  readonly ref: UpstreamRef
  /** The code of its link. */
  readonly upstream: string
  /** Null for the product's own channel. */
  readonly provider: ManagedProvider | null
  readonly state: UpstreamState
  /** ISO 3166 alpha-2; empty: everywhere. */
  readonly regions: readonly string[]
  /** Its provider knows signatures and templates by ids of its own, and sends nothing else. */
  readonly needsMapping: boolean
  /** The most that its messages may cost on a day of the account's zone. */
  readonly dailyCap: Micros | null
}

/** A local signature or template at a provider (screens S1, "Mappings"). */
export interface Mapping {
  readonly remote: string
  /** The template's variables in the provider's order. */
  readonly variables: readonly string[]
}

/** The routing of an account in force, as one immutable value. */
export interface AccountRouting {
  readonly version: number
  /** In order; the last one matches everything. */
  readonly rules: readonly RouteRule[]
  readonly channels: ReadonlyMap<UpstreamRef, Channel>
  /** The ready mappings of sender IDs and public templates, by `mappingKey`. */
  readonly mappings: ReadonlyMap<string, Mapping>
}

/** The ready mappings of one of the account's own templates, by channel. */
export type TemplateMappings = ReadonlyMap<UpstreamRef, Mapping>

export const mappingKey = (upstream: UpstreamRef, kind: 'signature' | 'template', local: string): string =>
  `${upstream} ${kind} ${local}`

/** The message that is routed. */
export interface RoutedMessage {
  /** E.164. */
  readonly to: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly scene: MessageScene
  readonly signature: SignatureId | null
  /** The id of its template, or the code of a public one; null for free text. */
  readonly template: string | null
  /** The mappings of the message's template; empty for free text and public templates. */
  readonly mappings: TemplateMappings
  readonly credential: CredentialId | null
  /** The values of the template's variables; null where they are not known. */
  readonly values: Readonly<Record<string, string>> | null
}

/** The state of a link as routing sees it (`gateway/link-state.ts`). */
export type LinkHealth = 'up' | 'half_open' | 'failing' | 'degraded' | 'down'

/** The state of the world that a decision depends on, beside rules and message. */
export interface RouteFacts {
  readonly health: (upstream: string) => LinkHealth
  /** The price of one part over a channel; null where the price book has none. */
  readonly unitPrice: (channel: Channel) => Micros | null
  /** True where the message does not fit into what the channel may still spend today. */
  readonly isOverCap: (channel: Channel) => boolean
  /** The link of the recipient's last message within 24 hours; null without one. */
  readonly last: string | null
  /** The links of earlier attempts. */
  readonly tried: readonly string[]
}

/** A channel that can carry the message. */
export interface Candidate {
  readonly ref: UpstreamRef
  readonly upstream: string
  readonly role: RouteRole
  /** Percent of the recipients that the rule gives it; null in a rule that is ordered. */
  readonly share: number | null
}

/** A channel of the matched rule that cannot. */
export interface Skipped {
  readonly ref: UpstreamRef
  readonly upstream: string
  readonly reason: SkipReason
}

export interface RouteDecision {
  /** The matched rule; its position is counted from 1. */
  readonly rule: RouteRule
  readonly position: number
  /** In the order of the attempts; empty where no channel can carry the message. */
  readonly order: readonly Candidate[]
  readonly skipped: readonly Skipped[]
  /** No channel works now; the message waits for the first of the order. */
  readonly waits: boolean
  /** The rules before the matched one, with the first condition that the message does not meet. */
  readonly passed: readonly { readonly rule: RouteRule; readonly condition: RouteCondition }[]
}

/**
 * Decides which channels may carry a message, and in which order (screens S1). The first rule that matches decides
 * alone. Within it: the canary for the recipients in its share, then the targets in their order or by weight; a rule
 * that is sticky puts the channel of the recipient's last message first. Shares are drawn by the recipient, not by
 * chance, so equal inputs have equal decisions.
 */
export function route(routing: AccountRouting, facts: RouteFacts, message: RoutedMessage): RouteDecision {
  const passed: { rule: RouteRule; condition: RouteCondition }[] = []
  for (const [index, rule] of routing.rules.entries()) {
    const condition = unmet(rule.match, message)
    if (condition === null) return { ...byRule(routing, rule, facts, message), rule, position: index + 1, passed }
    passed.push({ rule, condition })
  }
  throw new Error('the last rule matches every message')
}

/** The first condition of a rule that a message does not meet; null where it meets all. */
export function unmet(match: RouteMatch, message: RoutedMessage): RouteCondition | null {
  const { countries, prefixes, scenes, signatures, templates, credentials } = match
  const isThere =
    (countries.length === 0 && prefixes.length === 0) ||
    countries.includes(message.country) ||
    prefixes.some((prefix) => message.to.startsWith(prefix))
  if (!isThere) return 'country'
  if (scenes.length > 0 && !scenes.includes(message.scene)) return 'scene'
  if (!isIn(signatures, message.signature)) return 'signature'
  if (!isIn(templates, message.template)) return 'template'
  return isIn(credentials, message.credential) ? null : 'credential'
}

const isIn = <T>(values: readonly T[], value: T | null): boolean =>
  values.length === 0 || (value !== null && values.includes(value))

type Placed = Pick<Candidate, 'ref' | 'role' | 'share'>

function byRule(
  routing: AccountRouting,
  rule: RouteRule,
  facts: RouteFacts,
  message: RoutedMessage,
): Pick<RouteDecision, 'order' | 'skipped' | 'waits'> {
  const order: Candidate[] = []
  const skipped: Skipped[] = []
  const waiting: Candidate[] = []
  const tried: Candidate[] = []
  const places = stickyFirst(routing, rule, facts, placesOf(rule, message.to))
  for (const placed of places) {
    const channel = routing.channels.get(placed.ref)
    if (channel === undefined) {
      skipped.push({ ref: placed.ref, upstream: '', reason: 'deleted' })
      continue
    }
    const { ref, upstream } = channel
    const reason = hindrance(routing, channel, facts, message)
    if (reason !== null) skipped.push({ ref, upstream, reason })
    if (reason === 'down' || reason === 'degraded') waiting.push({ upstream, ...placed })
    if (reason === null) (facts.tried.includes(upstream) ? tried : order).push({ upstream, ...placed })
  }
  const { canary } = rule
  if (canary !== null && !places.some(({ ref }) => ref === canary.upstream)) {
    const upstream = routing.channels.get(canary.upstream)?.upstream ?? ''
    skipped.push({ ref: canary.upstream, upstream, reason: 'canary' })
  }
  if (order.length > 0) skipped.push(...tried.map(({ ref, upstream }) => ({ ref, upstream, reason: 'tried' as const })))
  const able = [...order, ...tried]
  if (able.length > 0 || waiting.length === 0) return { order: able, skipped, waits: false }
  return { order: waiting, skipped, waits: true }
}

const isInCanary = ({ id, canary }: RouteRule, to: string): boolean =>
  canary !== null && isInShare(`${id} canary`, to, canary.percent)

/** The channels of a rule in its own order for a recipient. */
function placesOf(rule: RouteRule, to: string): readonly Placed[] {
  const targets = targetsOf(rule, to)
  const { canary } = rule
  if (canary === null || !isInCanary(rule, to)) return targets
  const first: Placed = { ref: canary.upstream, role: 'canary', share: canary.percent }
  return [first, ...targets.filter(({ ref }) => ref !== canary.upstream)]
}

function targetsOf({ id, order, targets }: RouteRule, to: string): readonly Placed[] {
  if (order === 'ordered') {
    return targets.map(({ upstream }, index) => ({
      ref: upstream,
      role: index === 0 ? 'first' : 'failover',
      share: null,
    }))
  }
  const weights = targets.map(({ weight }) => weight ?? 0)
  const percents = percentsOf(weights)
  const places = targets.map(({ upstream }, index): Placed => ({
    ref: upstream,
    role: 'weighted',
    share: percents[index] ?? 0,
  }))
  const picked = pickByWeight(id, to, weights)
  const rest = [...weights.keys()]
    .filter((index) => index !== picked)
    .toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
  return [picked, ...rest].flatMap((index) => places[index] ?? [])
}

/** Puts the channel of the recipient's last message first. The canary's, too, for a recipient that left its share. */
function stickyFirst(
  { channels }: AccountRouting,
  rule: RouteRule,
  { last }: RouteFacts,
  places: readonly Placed[],
): readonly Placed[] {
  if (!rule.sticky || last === null) return places
  const isLast = (ref: UpstreamRef) => channels.get(ref)?.upstream === last
  const found = places.find(({ ref }) => isLast(ref))
  if (found !== undefined) return [{ ...found, role: 'sticky' }, ...places.filter((place) => place !== found)]
  const { canary } = rule
  if (canary === null || !isLast(canary.upstream)) return places
  return [{ ref: canary.upstream, role: 'sticky', share: canary.percent }, ...places]
}

/** Why a channel cannot carry a message now; null where it can. */
function hindrance(
  routing: AccountRouting,
  channel: Channel,
  facts: RouteFacts,
  message: RoutedMessage,
): SkipReason | null {
  const { state, regions } = channel
  if (state !== 'active') return state
  if (regions.length > 0 && !regions.includes(message.country)) return 'region'
  if (channel.needsMapping && !isMapped(routing, channel, message)) return 'mapping_missing'
  if (facts.unitPrice(channel) === null) return 'no_price'
  if (facts.isOverCap(channel)) return 'daily_cap'
  const health = facts.health(channel.upstream)
  if (health === 'degraded') return 'degraded'
  // The next message tests a link that is half open.
  return health === 'up' || health === 'half_open' ? null : 'down'
}

/**
 * True where the provider knows the message's template and signature, and the values are there to fill it with. Such a
 * provider sends no free text.
 */
function isMapped(routing: AccountRouting, { ref }: Channel, message: RoutedMessage): boolean {
  const { signature, values } = message
  if (values === null || templateAt(routing, ref, message) === null) return false
  return signature === null || routing.mappings.has(mappingKey(ref, 'signature', signature))
}

/** The message's template at a provider; null for free text, and where the provider does not have it. */
export function templateAt(
  routing: Pick<AccountRouting, 'mappings'>,
  ref: UpstreamRef,
  { template, mappings }: Pick<RoutedMessage, 'template' | 'mappings'>,
): Mapping | null {
  if (template === null) return null
  return mappings.get(ref) ?? routing.mappings.get(mappingKey(ref, 'template', template)) ?? null
}

/** The product's own channel, which needs no rules. */
export const standardChannel = (upstream: string): Channel => ({
  ref: STANDARD,
  upstream,
  provider: null,
  state: 'active',
  regions: [],
  needsMapping: false,
  dailyCap: null,
})
