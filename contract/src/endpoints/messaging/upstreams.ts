import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { fewKeys } from '../../few-keys.ts'
import { MessageId, UpstreamId } from '../../ids.ts'
import { upstreams as limits } from '../../limits/upstreams.ts'
import { parseMicros } from '../../money.ts'
import type { RuleId } from '../../rules.ts'
import { credentialProblem } from '../../upstreams/credentials.ts'
import {
  credentialResults,
  managedProviders,
  mappingKinds,
  mappingStates,
  shownUpstreamStates,
  STANDARD,
  upstreamBehaviours,
  upstreamProducts,
  upstreamProviders,
  UpstreamType,
} from '../../vocabulary/upstream.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'

const moment = z.iso.datetime()
const Iso2 = z.string().regex(/^[A-Z]{2}$/, 'cap_country' satisfies RuleId)

/** A channel in a rule: one of the account's own, or the product's. */
export const UpstreamRef = z.union([z.literal(STANDARD), UpstreamId])
export type UpstreamRef = z.infer<typeof UpstreamRef>

/** A field of the credentials. A secret's `value` is six asterisks and its last three characters. */
const ShownCredential = z.object({ name: z.string(), secret: z.boolean(), value: z.string() })

/** A channel: the product's own (type 1), or one on the customer's account at a provider (type 2, ruling 38). */
export const Upstream = z.object({
  id: UpstreamRef,
  name: z.string(),
  type: z.enum(UpstreamType),
  /** Null for the product's own channel. */
  provider: z.enum(upstreamProviders).nullable(),
  products: z.array(z.enum(upstreamProducts)),
  /** ISO 3166-1 alpha-2; empty: everywhere. */
  regions: z.array(z.string()),
  /** The stored state, or `degraded` from the moment that an active channel's breaker opens until it closes. */
  state: z.enum(shownUpstreamStates),
  /** The moment of a degraded channel's next probe; null in other states, and while its next message is the probe. */
  probe_at: moment.nullable(),
  /** Parts a second; null: the account's own rate. */
  tps: z.number().int().nullable(),
  /** The most that its messages may cost on a day of the account's zone; null: no cap. */
  daily_cap: Decimal.nullable(),
  spent_today: Decimal,
  credentials: z.array(ShownCredential),
  /** The address for delivery receipts, to be entered at the provider; null for the product's own channel. */
  receipt_url: z.string().nullable(),
  /** The behaviour that the sandbox plays; null outside the sandbox and for the product's own channel. */
  behaviour: z.enum(upstreamBehaviours).nullable(),
  /** Messages handed over in the last 24 hours, and those that were accepted. */
  submitted: z.number().int(),
  accepted: z.number().int(),
  /** Milliseconds within which 95 % of its submissions were answered; null without any. */
  p95: z.number().int().nullable(),
  /** Receipts of those that were accepted. */
  receipts: z.number().int(),
  /** Parts that it takes now, as an average of the last minute. */
  per_second: z.number(),
  last_error: z.object({ code: z.string(), at: moment }).nullable(),
  /** The first rule that names it, counted from 1; null: none does. */
  priority: z.number().int().nullable(),
  /** Grows with every change, and is sent with the next one. 0 for the product's own channel. */
  version: z.number().int(),
})
export type Upstream = z.infer<typeof Upstream>

const Cap = z
  .union([z.string().max(24), z.number()])
  .transform((amount) => parseMicros(String(amount)))
  .refine((amount) => amount !== null && amount > 0n && amount <= BigInt(limits.dailyCapMax) * 1_000_000n, {
    message: 'upstream_cap' satisfies RuleId,
  })
  .transform((amount) => amount as bigint) // the refinement excludes null

const Settings = {
  name: oneLine(1, limits.nameMax, { required: 'upstream_name', long: 'upstream_name', characters: 'upstream_name' }),
  regions: z.array(Iso2).max(limits.regions, 'too_many_countries' satisfies RuleId),
  tps: z.number('upstream_tps').int('upstream_tps').min(1, 'upstream_tps').max(limits.rateMax, 'upstream_tps'),
  daily_cap: Cap.nullable(),
  /** Refused outside the sandbox. */
  behaviour: z.enum(upstreamBehaviours).optional(),
}

/** Values by field. An absent or null secret keeps the stored one. */
const Given = fewKeys(z.record(z.string().max(32), z.string().max(8_192).nullable()))

/** Checks the shapes of the credentials' fields: each problem stands at its field. */
function checkCredentials(isNew: boolean) {
  return ({ value, issues }: z.core.ParsePayload<{ provider: unknown; credentials: unknown }>): void => {
    const provider = managedProviders.find((code) => code === value.provider)
    const given = Given.safeParse(value.credentials)
    if (provider === undefined || !given.success) return
    const problem = credentialProblem(provider, given.data, isNew)
    if (problem === null) return
    issues.push({ code: 'custom', input: undefined, path: ['credentials', problem.field], message: problem.rule })
  }
}

const NewUpstream = z
  .strictObject({ ...Settings, provider: z.enum(managedProviders, 'upstream_provider'), credentials: Given })
  .check(checkCredentials(true))

const ChangedUpstream = z
  .strictObject({
    ...Settings,
    version: z.number().int(),
    /** The channel's own provider, which cannot be changed. */
    provider: z.enum(managedProviders, 'upstream_provider'),
    credentials: Given,
  })
  .check(checkCredentials(false))

/** The result of presenting credentials to the provider. */
const CredentialCheck = z.object({
  result: z.enum(credentialResults),
  /** One sentence in the caller's language; null where the provider accepted them. */
  message: z.string().nullable(),
  /** The field at fault, where the provider names one. */
  field: z.string().nullable(),
})
export type CredentialCheck = z.infer<typeof CredentialCheck>

/** A local signature or template at a provider. */
export const UpstreamMapping = z.object({
  upstream: UpstreamId,
  kind: z.enum(mappingKinds),
  /** The id of the signature or template. */
  local: z.string(),
  /** Its name; null where it was deleted. */
  name: z.string().nullable(),
  /** The provider's id; null while the mapping is missing. */
  remote: z.string().nullable(),
  /** The template's variables in the provider's order. */
  variables: z.array(z.string()),
  /** Variables of the template's serving version, else of its newest; empty for a deleted template. */
  template_variables: z.array(z.string()),
  /** A stored mapping is missing too while its variables are not those of the version that messages use. */
  state: z.enum(mappingStates),
  updated_at: moment.nullable(),
})
export type UpstreamMapping = z.infer<typeof UpstreamMapping>

const Local = z.string().regex(/^[\w-]{3,48}$/)
const mappingKey = { upstream: UpstreamId, kind: z.enum(mappingKinds), local: Local }
const MappingBody = z.strictObject({
  ...mappingKey,
  remote: oneLine(1, limits.remoteIdMax, { required: 'remote_id', long: 'remote_id', characters: 'remote_id' }),
  variables: z.array(z.string().max(32)).max(limits.variables),
})

/** A minute, or a quarter of an hour, of a channel. */
const HealthPoint = z.object({
  at: moment,
  submitted: z.number().int(),
  errors: z.number().int(),
  receipts: z.number().int(),
  p95: z.number().int().nullable(),
})

/** The health of a channel over a period. */
export const UpstreamHealth = z.object({
  id: UpstreamRef,
  name: z.string(),
  state: z.enum(shownUpstreamStates),
  since: moment.nullable(),
  probe_at: moment.nullable(),
  points: z.array(HealthPoint),
  /** The most frequent errors of the period, with the provider's own codes. */
  errors: z.array(z.object({ code: z.string(), count: z.number().int() })),
})
export type UpstreamHealth = z.infer<typeof UpstreamHealth>

const HealthReport = z.object({
  upstreams: z.array(UpstreamHealth),
  /** Countries with traffic in the last 30 days that only one channel serves. */
  single_upstream: z.array(z.object({ country: z.string(), id: UpstreamRef })),
})
export type HealthReport = z.infer<typeof HealthReport>

const params = z.strictObject({ id: UpstreamId })

export const upstreams = endpoints(addresses.upstreams, {
  /** The product's own channel first, then the account's by name. */
  list: {
    query: z.strictObject({
      ...Page,
      provider: z.enum(upstreamProviders).optional(),
      type: z.coerce.number().pipe(z.enum(UpstreamType)).optional(),
      state: z.enum(shownUpstreamStates).optional(),
      region: Iso2.optional(),
    }),
    reply: z.array(Upstream),
  },
  create: { idempotent: true, unlessSuspended: true, stepUp: true, body: NewUpstream, reply: Upstream },
  /** Presents credentials to the provider. With `id`, secrets that are left out are the stored ones. Saves nothing. */
  check: {
    unaudited: true,
    body: z
      .strictObject({ id: UpstreamId.optional(), provider: z.enum(managedProviders), credentials: Given })
      .check(checkCredentials(false)),
    reply: CredentialCheck,
  },
  update: { params, stepUp: true, body: ChangedUpstream, reply: Upstream },
  remove: { params, stepUp: true, reply: Nothing },
  /** Sends a test message over this channel to a number that the account has proved. */
  test: {
    idempotent: true,
    params,
    unlessSuspended: true,
    body: z.strictObject({ to: z.string().min(1).max(32) }),
    reply: z.object({ message: MessageId }),
  },
  pause: { params, body: z.strictObject({ version: z.number().int() }), reply: Upstream },
  /** Makes a channel that is tested or paused active. */
  resume: {
    params,
    unlessSuspended: true,
    body: z.strictObject({ version: z.number().int() }),
    reply: Upstream,
  },
  health: { query: z.strictObject({ period: z.enum(['1h', '24h', '7d']) }), reply: HealthReport },
})
export type NewUpstream = z.output<typeof upstreams.create.body>
export type ChangedUpstream = z.output<typeof upstreams.update.body>

export const upstreamMappings = endpoints(addresses.upstreamMappings, {
  /** Of every channel whose provider needs mappings: those of the account's approved records, missing ones among them. */
  list: {
    query: z.strictObject({
      ...Page,
      upstream: UpstreamId.optional(),
      kind: z.enum(mappingKinds).optional(),
      state: z.enum(mappingStates).optional(),
    }),
    reply: z.array(UpstreamMapping),
  },
  create: { unlessSuspended: true, body: MappingBody, reply: UpstreamMapping },
  update: { unlessSuspended: true, body: MappingBody, reply: UpstreamMapping },
  remove: { query: z.strictObject(mappingKey), reply: Nothing },
})
export type SavedMapping = z.output<typeof upstreamMappings.create.body>
