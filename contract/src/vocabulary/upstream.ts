/** Specification section 3, "Upstream type"; ruling 38 defines each. */
export const UpstreamType = { Standard: 1, Managed: 2 } as const
export type UpstreamType = (typeof UpstreamType)[keyof typeof UpstreamType]

/** Specification section 3, "Upstream providers by code". */
export const upstreamProviders = ['uig', 'twl', 'vg', 'ali', 'tcc', 'hw', 'cl'] as const

/** The providers at which a customer has an account of its own (ruling 38). */
export const managedProviders = ['twl', 'vg', 'ali', 'tcc', 'hw', 'cl'] as const
export type ManagedProvider = (typeof managedProviders)[number]

/** The name of the product's own channels in a rule. */
export const STANDARD = 'standard'

/**
 * The stored states of a channel (screens S1). Testing takes test messages alone. The breaker makes an active channel
 * degraded, which is a state of its link and is not stored.
 */
export const upstreamStates = ['draft', 'testing', 'active', 'paused', 'auth_failed'] as const
export type UpstreamState = (typeof upstreamStates)[number]
export const shownUpstreamStates = [...upstreamStates, 'degraded'] as const
export type ShownUpstreamState = (typeof shownUpstreamStates)[number]

/** The behaviours that the sandbox plays for a managed channel. */
export const upstreamBehaviours = ['normal', 'slow', 'throttled', 'failing', 'late', 'flaky', 'down'] as const
export type UpstreamBehaviour = (typeof upstreamBehaviours)[number]

/** The result of presenting credentials to a provider. `no_adapter`: the product does not talk to this provider yet. */
export const credentialResults = ['accepted', 'rejected', 'unreachable', 'no_adapter'] as const
export type CredentialResult = (typeof credentialResults)[number]

/** The products that a channel may carry. */
export const upstreamProducts = ['sms'] as const

/** The orders of a rule's channels: one after the other, or by weight. */
export const routeOrders = ['ordered', 'weighted'] as const
export type RouteOrder = (typeof routeOrders)[number]

/** The local records that a provider knows by ids of its own. */
export const mappingKinds = ['signature', 'template'] as const
export type MappingKind = (typeof mappingKinds)[number]

/** The state of a mapping at the provider. A missing one has no stored row. */
export const mappingStates = ['missing', 'pending', 'ready', 'rejected'] as const
export type MappingState = (typeof mappingStates)[number]

/**
 * Why routing skipped a channel of the matched rule:
 * - `draft`, `testing`, `paused`, `auth_failed`: its state.
 * - `degraded`: its breaker is open. `down`: its link has failed for half a minute.
 * - `region`: it does not serve the country.
 * - `mapping_missing`: its provider does not know the message's signature or template.
 * - `daily_cap`: the message would exceed its daily spend cap.
 * - `no_price`: the price book has no price for it.
 * - `canary`: the recipient is not in the canary's share.
 * - `tried`: an earlier attempt was not accepted there.
 * - `deleted`: the channel does not exist any more.
 */
export const skipReasons = [
  'draft',
  'testing',
  'paused',
  'auth_failed',
  'degraded',
  'down',
  'region',
  'mapping_missing',
  'daily_cap',
  'no_price',
  'canary',
  'tried',
  'deleted',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** The condition of a rule that a message does not meet. */
export const routeConditions = ['country', 'scene', 'signature', 'template', 'credential'] as const
export type RouteCondition = (typeof routeConditions)[number]

/** Why a channel has its place in the order of a message. */
export const routeRoles = ['canary', 'sticky', 'weighted', 'first', 'failover'] as const
export type RouteRole = (typeof routeRoles)[number]
