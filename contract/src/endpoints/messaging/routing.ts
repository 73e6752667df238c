import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { CredentialId, RouteRuleId, SignatureId } from '../../ids.ts'
import { upstreams as limits } from '../../limits/upstreams.ts'
import type { RuleId } from '../../rules.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { routeConditions, routeOrders, routeRoles, skipReasons, UpstreamType } from '../../vocabulary/upstream.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { oneLine } from '../one-line.ts'
import { UpstreamRef } from './upstreams.ts'

const moment = z.iso.datetime()
const few = <T extends z.ZodType>(schema: T) =>
  z.array(schema).max(limits.conditions, 'route_conditions' satisfies RuleId)

/** The messages of a rule: those that meet every condition that has values. */
export const RouteMatch = z.strictObject({
  /** ISO 3166-1 alpha-2. With prefixes: either of them. */
  countries: few(z.string().regex(/^[A-Z]{2}$/, 'cap_country' satisfies RuleId)),
  /** First digits of a number in E.164, with +. */
  prefixes: z
    .array(z.string().regex(/^\+[1-9]\d{0,11}$/, 'route_prefix' satisfies RuleId))
    .max(limits.prefixes, 'route_conditions' satisfies RuleId),
  scenes: z.array(z.enum(MessageScene)).max(3),
  signatures: few(SignatureId),
  /** Ids of templates, or codes of public ones. */
  templates: few(z.string().regex(/^[\w-]{3,48}$/)),
  credentials: few(CredentialId),
})
export type RouteMatch = z.infer<typeof RouteMatch>

const share = (most: number, rule: RuleId) => z.number(rule).int(rule).min(1, rule).max(most, rule)

const Target = z.strictObject({
  upstream: UpstreamRef,
  /** Its share among the weights of the rule; null in a rule that is ordered. */
  weight: share(100, 'route_percent').nullable(),
})

/** A rule: the messages that it matches, and the channels that carry them. */
export const RouteRule = z.strictObject({
  id: RouteRuleId,
  name: oneLine(1, limits.nameMax, { required: 'route_name', long: 'route_name', characters: 'route_name' }),
  match: RouteMatch,
  order: z.enum(routeOrders),
  targets: z.array(Target).max(limits.targets, 'route_targets' satisfies RuleId),
  /** A channel that carries so many percent of the recipients before the targets. */
  canary: z.strictObject({ upstream: UpstreamRef, percent: share(limits.canaryMax, 'route_canary') }).nullable(),
  /** A message that a channel certainly did not accept goes on to the next one. */
  failover: z.boolean(),
  attempts: z
    .number('route_attempts')
    .int('route_attempts')
    .min(1, 'route_attempts')
    .max(limits.attemptsMax, 'route_attempts'),
  /** A recipient keeps the channel of its last message for 24 hours. */
  sticky: z.boolean(),
})
export type RouteRule = z.infer<typeof RouteRule>

/** A rule of a reply, whose name was trimmed when it was saved. */
const StoredRule = RouteRule.extend({ name: z.string() })

const Rules = z
  .array(RouteRule)
  .min(1)
  .max(limits.rules, 'route_rules' satisfies RuleId)

/** A problem that keeps a draft from being activated, in one sentence of the caller's language. */
const RouteProblem = z.object({
  code: z.enum(['route_no_target', 'route_cycle', 'mapping_missing', 'upstream_not_ready', 'upstream_deleted']),
  /** The rule, counted from 0, and the field of it, such as `rules.2.targets`. */
  field: z.string(),
  message: z.string(),
})
export type RouteProblem = z.infer<typeof RouteProblem>

/** The account's routing (specification section 7: GET /configuration/upstream). */
export const Routing = z.object({
  /** The version in force; 0 before the first one: the product's own channel carries everything. */
  version: z.number().int(),
  rules: z.array(StoredRule),
  activated_at: moment.nullable(),
  fallback: z.object({ type: z.enum(UpstreamType) }),
  /** The rules as they will be; null where nothing was changed since the activation. */
  draft: z
    .object({
      /** Grows with every save, and is sent with the next one. */
      version: z.number().int(),
      rules: z.array(StoredRule),
      saved_at: moment,
      simulated_at: moment.nullable(),
      problems: z.array(RouteProblem),
    })
    .nullable(),
  /** The version to send with the first save of a draft. */
  draft_version: z.number().int(),
})
export type Routing = z.infer<typeof Routing>

/** A version of the rules that was in force. */
export const RoutingVersion = z.object({
  version: z.number().int(),
  rules: z.array(StoredRule),
  activated_at: moment,
  /** The version whose rules it restored; null where it came from a draft. */
  reverted_to: z.number().int().nullable(),
})
export type RoutingVersion = z.infer<typeof RoutingVersion>

/** The decision about an imagined message. */
export const Simulation = z.object({
  /** E.164, and its country. */
  to: z.string(),
  country: z.string(),
  /** The matched rule, its position counted from 1. */
  rule: z.object({ id: RouteRuleId, name: z.string(), position: z.number().int() }),
  /** The channels in the order in which attempts would use them; the first one would carry the message. */
  order: z.array(
    z.object({
      upstream: UpstreamRef,
      name: z.string(),
      type: z.enum(UpstreamType),
      role: z.enum(routeRoles),
      /** Percent of the recipients that the rule gives it; null in a rule that is ordered. */
      share: z.number().int().nullable(),
      /** The price of one part. */
      unit_price: Decimal,
      p95: z.number().int().nullable(),
    }),
  ),
  /** The channels of the rule that could not carry it. */
  skipped: z.array(z.object({ upstream: UpstreamRef, name: z.string(), reason: z.enum(skipReasons) })),
  /** The rules before the matched one, with the first condition that the message does not meet. */
  passed: z.array(
    z.object({
      id: RouteRuleId,
      name: z.string(),
      position: z.number().int(),
      condition: z.enum(routeConditions),
    }),
  ),
  /** The channels that the rule does not name. */
  others: z.array(z.object({ upstream: UpstreamRef, name: z.string(), rules: z.array(z.number().int()) })),
})
export type Simulation = z.infer<typeof Simulation>

export const routing = endpoints(addresses.routing, {
  get: { reply: Routing },
  /** Stores the rules as the draft. A draft may have problems; its activation may not. */
  save: {
    unlessSuspended: true,
    body: z.strictObject({ version: z.number().int(), rules: Rules }),
    reply: Routing,
  },
  discard: { body: z.strictObject({ version: z.number().int() }), reply: Routing },
  activate: { unlessSuspended: true, body: z.strictObject({ version: z.number().int() }), reply: Routing },
  /** Puts the rules of an earlier version in force again, as a new version. */
  revert: {
    unlessSuspended: true,
    /** `version` is the one in force, `to` the earlier one. */
    body: z.strictObject({ version: z.number().int(), to: z.number().int() }),
    reply: Routing,
  },
  history: { reply: z.array(RoutingVersion) },
  simulate: {
    unaudited: true,
    body: z.strictObject({
      to: z.string().min(1).max(32),
      scene: z.enum(MessageScene),
      signature: SignatureId.nullable(),
      template: z
        .string()
        .regex(/^[\w-]{3,48}$/)
        .nullable(),
      credential: CredentialId.nullable(),
      /** Rules that are not saved; without them the draft, or else the rules in force. */
      rules: Rules.optional(),
    }),
    reply: Simulation,
  },
})
export type SavedRouting = z.output<typeof routing.save.body>
export type SimulatedMessage = z.output<typeof routing.simulate.body>
