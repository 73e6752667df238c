import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { BroadcastId, CredentialId, MessageId, SignatureId, WebhookEndpointId } from '../../ids.ts'
import { logs, sendApi } from '../../limits/messaging.ts'
import { Currency } from '../../vocabulary/account.ts'
import {
  eventSources,
  messageChannels,
  type MessageMoney,
  messageMoney,
  MessageScene,
  MessageStatus,
} from '../../vocabulary/message.ts'
import { capKinds, rateScopes, rateWindows } from '../../vocabulary/rate-limiting.ts'
import { receiptKinds } from '../../vocabulary/sender-rule.ts'
import { skipReasons } from '../../vocabulary/upstream.ts'
import { Decimal } from '../account/account.ts'
import { addresses } from '../addresses.ts'
import { WebhookDelivery } from '../extensions/sms-dlr.ts'
import { AmountBound, Page } from '../list-query.ts'

/**
 * An error with its explanation in the caller's language. Its field is called `reason`, since a response with `error` is
 * a refusal.
 */
export const Explained = z.object({
  code: z.string(),
  /** The cause, in one sentence. */
  what: z.string(),
  /** The next step. */
  todo: z.string(),
  /** The party that can resolve it. */
  side: z.enum(['customer', 'us', 'carrier', 'recipient']),
})
export type Explained = z.infer<typeof Explained>

/** A message of the log (screens S4). */
export const Message = z.object({
  id: MessageId,
  request_id: z.string(),
  client_ref: z.string().nullable(),
  accepted_at: z.iso.datetime(),
  /** The moment at which an upstream took it; null before. */
  sent_at: z.iso.datetime().nullable(),
  /** The moment of its final state; null before. */
  done_at: z.iso.datetime().nullable(),
  /** The recipient with its middle digits masked. `reveal` returns the whole number. */
  to: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The sender as the recipient sees it; null for a message that was refused before a sender was chosen. */
  sender: z.string().nullable(),
  channel: z.enum(messageChannels),
  scene: z.enum(MessageScene),
  /** Null for free text. `name` is null where the template is deleted. */
  template: z.object({ id: z.string(), name: z.string().nullable(), version: z.number().int() }).nullable(),
  /** Null for a message of the console, of a broadcast or of the product itself. `key` is null where the credential is deleted. */
  credential: z.object({ id: CredentialId, key: z.string().nullable() }).nullable(),
  /** The broadcast that it belongs to. `name` is null where the broadcast is deleted. */
  broadcast: z.object({ id: BroadcastId, name: z.string().nullable() }).nullable(),
  /** The text as it is kept, codes masked; null once the account's retention is over. */
  text: z.string().nullable(),
  unicode: z.boolean(),
  parts: z.number().int(),
  unit_price: Decimal,
  price: Decimal,
  money: z.enum(messageMoney),
  status: z.enum(MessageStatus),
  /** The kind of receipts that the country has: of the handset or of the network; null where none is known. */
  receipt: z.enum(receiptKinds).nullable(),
  reason: Explained.nullable(),
  /** The code of the upstream or carrier, as it came. */
  upstream_code: z.string().nullable(),
  /** The code of the upstream that has it, or is to have it. */
  upstream: z.string().nullable(),
  /** The name of the account's channel; null for the product's own, and for one that is deleted. */
  upstream_name: z.string().nullable(),
})
export type Message = z.infer<typeof Message>

/** A channel that could not carry a message. */
const SkippedUpstream = z.object({
  upstream: z.string(),
  name: z.string().nullable(),
  reason: z.enum(skipReasons),
})

/** The rule of the account that chose a channel, and the channels of the rule that could not carry the message. */
const RouteChoice = {
  rule: z.object({ version: z.number().int(), id: z.string(), name: z.string() }).nullable(),
  skipped: z.array(SkippedUpstream),
}

/** An entry of the ledger that moved a message's money, alone or with other messages. */
const MoneyMove = z.object({ id: z.uuidv7(), at: z.iso.datetime() })

export const MessageDetail = Message.extend({
  currency: z.enum(Currency),
  /** The account’s own sender, as a request names it; null where it went out under the shared one. */
  own_sender: z.string().nullable(),
  /** After this moment the message is no longer handed over. */
  valid_until: z.iso.datetime(),
  /** The recipient’s sending hours open then; null where the message does not wait for them. */
  waits_until: z.iso.datetime().nullable(),
  /** Days for which number and text are kept. */
  retention_days: z.number().int(),
  parts_delivered: z.number().int(),
  /** The text that operators of the country add by the rules of today, which counts; null where they add none. */
  operator_text: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** Null for a message that never cost anything. */
  hold: MoneyMove.nullable(),
  /** Null until the money was charged or released. */
  settle: MoneyMove.nullable(),
  /** The routing when it was accepted; null where the account had no rules. */
  route: z.object(RouteChoice).nullable(),
})
export type MessageDetail = z.infer<typeof MessageDetail>

/** A limit that the owner set, and that had no room for a message (screens S10). */
export const StoppedBy = z.object({
  scope: z.enum([...rateScopes, ...capKinds]),
  window: z.enum(rateWindows),
  limit: z.number().int(),
  reset_at: z.iso.datetime(),
})

/** One fact of a message's timeline. */
export const MessageEvent = z.object({
  at: z.iso.datetime(),
  source: z.enum(eventSources),
  status: z.enum(MessageStatus),
  /** False for a fact that changed nothing: it came too late, or an upstream put the attempt off. */
  applied: z.boolean(),
  /** The part that it speaks of, from 1; null for the whole message. */
  part: z.number().int().nullable(),
  /** The submission that it is the result of, from 1; null where it is none. */
  attempt: z.number().int().nullable(),
  /** Milliseconds between the submission and its result. */
  latency: z.number().int().nullable(),
  upstream: z.string().nullable(),
  upstream_name: z.string().nullable(),
  upstream_code: z.string().nullable(),
  reason: Explained.nullable(),
  /** The routing that moved the message to `upstream`, and the code and name of the one before; null for other facts. */
  move: z.object({ from: z.string(), from_name: z.string().nullable(), ...RouteChoice }).nullable(),
  /** The limit of the owner that stopped the message. */
  limit: StoppedBy.nullable(),
  /** Times that the same fact came again. */
  repeats: z.number().int(),
})
export type MessageEvent = z.infer<typeof MessageEvent>

/** The totals of a filter. */
export const MessageSummary = z.object({
  messages: z.number().int(),
  /** Delivered or read. */
  delivered: z.number().int(),
  charged: Decimal,
  currency: z.enum(Currency),
  /** Milliseconds from acceptance to delivery that half of the delivered messages took at most; null without any. */
  median: z.number().int().nullable(),
  exact: z.boolean(),
  /** The number of newest messages that were compared with the filters; all of them where `exact`. */
  read: z.number().int(),
})
export type MessageSummary = z.infer<typeof MessageSummary>

const whole = z.coerce.number()
export const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01')

const statuses: readonly number[] = Object.values(MessageStatus)

/** Several values in one parameter, `4,5`. */
const Statuses = z
  .string()
  .max(64)
  .transform((text) => text.split(',').map(Number))
  .pipe(z.custom<MessageStatus[]>((typed) => Array.isArray(typed) && typed.every((each) => statuses.includes(each))))

const moneys: readonly string[] = messageMoney

/** Several values in one parameter, `held,charged`. */
const Moneys = z
  .string()
  .max(64)
  .transform((text) => text.split(','))
  .pipe(z.custom<MessageMoney[]>((typed) => Array.isArray(typed) && typed.every((each) => moneys.includes(each))))

/** The filters of the log, which an export of messages has too. */
export const messageFilters = {
  /** Days in the account's time zone, both included. Without them the last 24 hours, or all days of `ref`, `recipient` and a broadcast. */
  from: Day.optional(),
  to: Day.optional(),
  status: Statuses.optional(),
  /** A whole number with its country, or its last four digits. */
  recipient: z.string().regex(logs.recipient).optional(),
  /** The id of a message or of a request, or the customer's own reference. */
  ref: z.string().min(1).max(sendApi.labelMax).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  scene: whole.pipe(z.enum(MessageScene)).optional(),
  signature: SignatureId.optional(),
  /** The id of a template, the code of a public one, or `none` for free text. */
  template: z
    .string()
    .regex(/^[\w-]{3,48}$/)
    .optional(),
  /** `none` for messages of the console. */
  credential: CredentialId.or(z.literal('none')).optional(),
  /** The messages of one broadcast, or of `any`. */
  broadcast: BroadcastId.or(z.literal('any')).optional(),
  error: z
    .string()
    .regex(/^[a-z\d_]{2,48}$/)
    .optional(),
  /** The code of the upstream that had it, or was to have it; `standard` for the product's own channel. */
  upstream: z
    .string()
    .regex(/^[a-z\d_-]{1,32}$/)
    .optional(),
  price_min: AmountBound.optional(),
  price_max: AmountBound.optional(),
  /** Every message but a refused recipient of an accepted request costs money, so only that one is free. */
  money: Moneys.optional(),
  /** Only messages that were charged and not delivered. */
  billed_undelivered: z.literal('true').optional(),
}

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to

/** A delivery of a message's event to an endpoint, alone or in a batch. */
export const MessageWebhook = WebhookDelivery.pick({
  id: true,
  type: true,
  events: true,
  state: true,
  code: true,
  created_at: true,
  tried_at: true,
}).extend({ endpoint: z.object({ id: WebhookEndpointId, name: z.string() }) })
export type MessageWebhook = z.infer<typeof MessageWebhook>

const params = z.strictObject({ id: MessageId })

/** Screens S4. */
export const messages = endpoints(addresses.messages, {
  /**
   * Newest first. The header X-Next-Before is the `before` of the next page, absent behind the last one. A page can be
   * short where rows are rare: a call reads a bounded number of them.
   */
  list: {
    query: z
      .strictObject({ ...Page, ...messageFilters, before: MessageId.optional() })
      .refine(inOrder, { path: ['to'] }),
    reply: z.array(Message),
  },
  /** The totals of the messages that `list` would find, or of the newest of them where `exact` is false. */
  summary: { query: z.strictObject(messageFilters).refine(inOrder, { path: ['to'] }), reply: MessageSummary },
  get: { params, reply: MessageDetail },
  /** Oldest first. */
  events: { params, reply: z.array(MessageEvent) },
  /** The newest 100 deliveries of its events to webhook endpoints, newest first. */
  webhooks: { params, reply: z.array(MessageWebhook) },
  /** Returns the whole number, and leaves an audit entry. `content_expired` once it is no longer kept. */
  reveal: { params, reply: z.object({ recipient: z.string() }) },
  /**
   * Cancels a message that is not handed over yet, free of charge. A cancelled one stays as it is. Any other:
   * `state_conflict` with `{current}`.
   */
  cancel: { params, reply: Message },
  /** Checks and prices the message as `resend` would send it now. */
  prepare: {
    params,
    reply: z.object({
      to: z.string(),
      text: z.string(),
      sender: z.string().nullable(),
      parts: z.number().int(),
      unit_price: Decimal,
      price: Decimal,
      currency: z.enum(Currency),
    }),
  },
  /**
   * Sends the message again as a new one, and returns the new one's id. `code_not_kept` for codes, `content_expired` once
   * number and text are no longer kept, and the refusals of a new message.
   */
  resend: { idempotent: true, unlessSuspended: true, params, reply: z.object({ id: MessageId }) },
})
