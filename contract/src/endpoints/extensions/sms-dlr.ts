import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { WebhookDeliveryId, WebhookEndpointId } from '../../ids.ts'
import { webhooks as limits } from '../../limits/webhooks.ts'
import type { RuleId } from '../../rules.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import {
  messageEvents,
  type MessageEventType,
  otherEvents,
  TEST_EVENT,
  WebhookDeliveryState,
  webhookDisabledReasons,
  webhookEnvelopes,
  webhookFailures,
  webhookFormats,
  webhookGroups,
  webhookMessages,
  webhookSchedules,
  webhookStates,
  type WebhookEventType,
} from '../../vocabulary/webhook.ts'
import { isEndpointUrl, isHeaderName, isHeaderValue } from '../../webhook-rules.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'
import { oneLine } from '../one-line.ts'

const moment = z.iso.datetime()
const Iso2 = z.string().regex(/^[A-Z]{2}$/)

const Url = z
  .string()
  .trim()
  .refine(isEndpointUrl, 'webhook_url' satisfies RuleId)

/** A header of every request. `value: null` keeps the stored value, which no reply has. */
const Header = z.strictObject({
  name: z.string().refine(isHeaderName, 'webhook_headers' satisfies RuleId),
  value: z
    .string()
    .refine(isHeaderValue, 'webhook_headers' satisfies RuleId)
    .nullable(),
})

/** A whole number from 1. */
const upTo = (most: number, rule: RuleId) => z.number(rule).int(rule).min(1, rule).max(most, rule)

const Settings = {
  name: oneLine(1, limits.nameMax, { required: 'webhook_name', long: 'webhook_name', characters: 'webhook_name' }),
  url: Url,
  /** A second address for a delivery that the first one does not take. */
  failover_url: Url.nullable(),
  on: z.boolean(),
  format: z.enum(webhookFormats),
  envelope: z.enum(webhookEnvelopes),
  messages: z.enum(webhookMessages),
  groups: z.array(z.enum(webhookGroups)).max(webhookGroups.length),
  /** Message events of these scenes alone; none: of all. */
  scenes: z.array(z.enum(MessageScene)).max(3),
  /** Message events of these countries alone, as ISO 3166 alpha-2; none: of all. */
  countries: z.array(Iso2).max(limits.countries),
  /** The most events of a request. Above 1 the body is a list. */
  batch: upTo(limits.batchMax, 'webhook_batch'),
  schedule: z.enum(webhookSchedules),
  tries: upTo(limits.tries.standard, 'webhook_tries'),
  /** The most requests a second; null: no limit. */
  rate: upTo(limits.rateMax, 'webhook_rate').nullable(),
  headers: z.array(Header).max(limits.headers),
  signed: z.boolean(),
}

interface Chosen {
  readonly envelope: string
  readonly messages: string
  readonly groups: readonly string[]
  readonly scenes: readonly number[]
  readonly countries: readonly string[]
  readonly schedule: keyof typeof limits.tries
  readonly tries: number
  readonly headers: readonly { readonly name: string }[]
}

const repeats = (all: readonly unknown[]): boolean => new Set(all).size < all.length

function checkSettings({ value, issues }: z.core.ParsePayload<Chosen>): void {
  const wrong = (field: keyof Chosen, message: string): void =>
    void issues.push({ code: 'custom', input: value[field], path: [field], message })
  if (value.envelope === 'compatible' && value.groups.length > 0) wrong('groups', 'the envelope has messages alone')
  if (value.messages === 'none' && value.groups.length === 0) wrong('messages', 'webhook_events' satisfies RuleId)
  if (value.schedule === 'fast' && value.scenes.join() !== String(MessageScene.Verification)) {
    wrong('schedule', 'is for codes alone')
  }
  if (value.schedule === 'fast' && value.tries > limits.tries.fast)
    wrong('tries', 'webhook_tries_fast' satisfies RuleId)
  if (repeats(value.headers.map(({ name }) => name.toLowerCase()))) wrong('headers', 'webhook_headers' satisfies RuleId)
  for (const field of ['groups', 'scenes', 'countries'] as const)
    if (repeats(value[field])) wrong(field, 'repeats a value')
}

/** The settings of an endpoint as they are saved; without an id it is a new one. */
export const SavedEndpoint = z.strictObject({ ...Settings, id: WebhookEndpointId.optional() }).check(checkSettings)
export type SavedEndpoint = z.infer<typeof SavedEndpoint>

/** An endpoint (screens S11). */
export const WebhookEndpoint = z.object({
  ...Settings,
  name: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.null() })),
  id: WebhookEndpointId,
  state: z.enum(webhookStates),
  disabled_reason: z.enum(webhookDisabledReasons).nullable(),
  disabled_at: moment.nullable(),
  /** The first failure since the last success; null where the newest request succeeded. */
  failing_since: moment.nullable(),
  succeeded_at: moment.nullable(),
  /** Events that wait for their first try, at most 10,000. */
  waiting: z.number().int(),
  /** The moment until which the oldest of them is kept; null where none waits. */
  waiting_until: moment.nullable(),
  /** The end of the old secret after a rotation. */
  old_secret_until: moment.nullable(),
  created_at: moment,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const SmsDlr = z.object({
  /** Grows with every change, and is sent with the next one. */
  version: z.number().int(),
  endpoints: z.array(WebhookEndpoint),
  /** The addresses that requests come from; none where the operator of the server names none. */
  egress: z.array(z.string()),
  /** True where addresses need https and a public host. */
  strict: z.boolean(),
})
export type SmsDlr = z.infer<typeof SmsDlr>

/** A delivery: one event or one batch, under one `webhook-id`. */
export const WebhookDelivery = z.object({
  id: WebhookDeliveryId,
  /** The header `webhook-id`, the same at each try. */
  webhook_id: z.string(),
  type: z.string(),
  /** The message of its first event; null where the event is about none. */
  message_id: z.string().nullable(),
  events: z.number().int(),
  state: z.enum(WebhookDeliveryState),
  tries: z.number().int(),
  /** The answer's HTTP status at the last try; null where there was no answer. */
  code: z.number().int().nullable(),
  failure: z.enum(webhookFailures).nullable(),
  latency_ms: z.number().int().nullable(),
  created_at: moment,
  tried_at: moment.nullable(),
  /** The next try; null where none is planned, as while the endpoint is off. */
  next_at: moment.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const Headers = z.array(z.tuple([z.string(), z.string()]))

/** One try of a delivery. Bodies are cut to 4 KB, and null where they are not kept. */
export const WebhookTry = z.object({
  number: z.number().int(),
  at: moment,
  url: z.string(),
  code: z.number().int().nullable(),
  failure: z.enum(webhookFailures).nullable(),
  /** Null of a try whose result was lost. */
  latency_ms: z.number().int().nullable(),
  request_headers: Headers.nullable(),
  request_body: z.string().nullable(),
  response_headers: Headers.nullable(),
  response_body: z.string().nullable(),
})
export type WebhookTry = z.infer<typeof WebhookTry>

/** The samples that a test can send. */
export const testEvents = [
  TEST_EVENT,
  ...(Object.keys(messageEvents) as MessageEventType[]),
  ...Object.values(otherEvents).flat(),
] as const satisfies readonly WebhookEventType[]

/** The result of a test request. */
export const WebhookTest = z.object({
  code: z.number().int().nullable(),
  failure: z.enum(webhookFailures).nullable(),
  latency_ms: z.number().int(),
  request_body: z.string(),
  response_body: z.string().nullable(),
})
export type WebhookTest = z.infer<typeof WebhookTest>

/** A request that a receiver has got. */
const ReceivedRequest = z.object({
  id: z.string(),
  at: moment,
  headers: Headers,
  body: z.string(),
})

/** A temporary address of ours that takes any webhook and shows it, for users without a server. */
export const WebhookReceiver = z.object({
  /** Null where none is open. */
  url: z.string().nullable(),
  expires_at: moment.nullable(),
  /** Newest first. */
  requests: z.array(ReceivedRequest),
})
export type WebhookReceiver = z.infer<typeof WebhookReceiver>

const params = z.strictObject({ eid: WebhookEndpointId })
const delivery = z.strictObject({ eid: WebhookEndpointId, did: WebhookDeliveryId })
const whole = z.coerce.number()

/** Screens S11. */
export const smsDlr = endpoints(addresses.smsDlr, {
  get: { reply: SmsDlr },
  /**
   * Replaces all endpoints: those without an id are new, those left out are removed with what waits for them.
   * `state_conflict` with the current record for another version; `url_not_https`, `url_private`, `url_unreachable`,
   * `tls_invalid` at the field of the endpoint; `too_many_endpoints`.
   */
  save: {
    unlessSuspended: true,
    body: z.strictObject({
      version: z.number().int(),
      endpoints: z.array(SavedEndpoint).max(20),
    }),
    reply: SmsDlr,
  },
  /** Shows the secret. Leaves an audit entry. */
  secret: { params, reply: z.object({ secret: z.string() }) },
  /** Makes a new secret. The old one signs beside it for 24 hours. */
  rotate: { params, unlessSuspended: true, reply: z.object({ secret: z.string() }) },
  /** Switches an endpoint on. Events that waited while it was disabled are delivered. */
  enable: { params, unlessSuspended: true, reply: WebhookEndpoint },
  disable: { params, reply: WebhookEndpoint },
  /** Sends a signed sample of an event and waits for the answer. */
  test: {
    params,
    unaudited: true,
    unlessSuspended: true,
    body: z.strictObject({ type: z.enum(testEvents) }),
    reply: WebhookTest,
  },
  /** Newest first. `message` is the id of a message. */
  deliveries: {
    params,
    query: z.strictObject({
      ...Page,
      status: whole.pipe(z.enum(WebhookDeliveryState)).optional(),
      type: z.string().max(64).optional(),
      message: z.string().max(64).optional(),
      from: moment.optional(),
      to: moment.optional(),
    }),
    reply: z.array(WebhookDelivery),
  },
  delivery: { params: delivery, reply: WebhookDelivery.extend({ attempts: z.array(WebhookTry) }) },
  /** Delivers again, under the same `webhook-id`. */
  replay: { params: delivery, unlessSuspended: true, reply: WebhookDelivery },
  /** Delivers again what was first delivered in a range: all, or only what failed. At most 10,000 deliveries. */
  replayMany: {
    params,
    unlessSuspended: true,
    body: z.strictObject({ from: moment, to: moment, state: z.enum(['all', 'failed']) }),
    reply: z.object({ deliveries: z.number().int() }),
  },
  receiver: { reply: WebhookReceiver },
  /** Opens a receiver, or a new one in place of the old. */
  openReceiver: { unaudited: true, unlessSuspended: true, reply: WebhookReceiver },
  closeReceiver: { unaudited: true, reply: WebhookReceiver },
})
