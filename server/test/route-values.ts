import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { RouteRuleId, UpstreamId, wireId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import {
  type AccountRouting,
  type Channel,
  type RoutedMessage,
  type RouteFacts,
  standardChannel,
} from '../src/pipeline/route.ts'

const idOf = (nr: number): string => `0199a000-0000-7000-8000-${String(nr).padStart(12, '0')}`

/** The id of a rule, by a number. */
export const ruleId = (nr: number): RouteRuleId => RouteRuleId.parse(idOf(nr))

/** The id of a managed channel, by a number. */
export const ref = (nr: number): UpstreamId => UpstreamId.parse(idOf(1_000 + nr))

export const NO_MATCH: RouteRule['match'] = {
  countries: [],
  prefixes: [],
  scenes: [],
  signatures: [],
  templates: [],
  credentials: [],
}

/** An active managed channel that takes any text. */
export const channel = (nr: number, change: Partial<Channel> = {}): Channel => ({
  ref: ref(nr),
  upstream: wireId(ref(nr)),
  provider: 'twl',
  state: 'active',
  regions: [],
  needsMapping: false,
  dailyCap: null,
  ...change,
})

/** A rule over these channels, one after the other. */
export const ruleOver = (targets: readonly UpstreamRef[], change: Partial<RouteRule> = {}): RouteRule => ({
  id: ruleId(1),
  name: 'Rule',
  match: NO_MATCH,
  order: 'ordered',
  targets: targets.map((upstream) => ({ upstream, weight: null })),
  canary: null,
  failover: true,
  attempts: 3,
  sticky: false,
  ...change,
})

/** A routing of these rules over these channels and the product's own. */
export const routingOf = (
  rules: readonly RouteRule[],
  channels: readonly Channel[],
  mappings: AccountRouting['mappings'] = new Map(),
): AccountRouting => ({
  version: 7,
  rules,
  channels: new Map([standardChannel('sandbox'), ...channels].map((one) => [one.ref, one])),
  mappings,
})

/** The default rule, over the product's own channel. */
export const defaultRule = ruleOver([STANDARD], { id: ruleId(99), name: 'Default' })

/** Every channel works, has a price and room below its cap. */
export const fine: RouteFacts = {
  health: () => 'up',
  unitPrice: () => micros(1_500n),
  isOverCap: () => false,
  last: null,
  tried: [],
}

export const message: RoutedMessage = {
  to: '+6591234567',
  country: 'SG',
  scene: MessageScene.Notification,
  signature: null,
  template: null,
  mappings: new Map(),
  credential: null,
  values: null,
}
