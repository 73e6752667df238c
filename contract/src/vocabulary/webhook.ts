import { MessageStatus } from './message.ts'

/** The two formats of a body. */
export const webhookFormats = ['json', 'xml'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** `standard`: Standard Webhooks 1.0 with type, timestamp and data. `compatible`: the flat fields of a receipt. */
export const webhookEnvelopes = ['standard', 'compatible'] as const
export type WebhookEnvelope = (typeof webhookEnvelopes)[number]

/** The message events an endpoint receives: those that end a message, every change of a status, or none. */
export const webhookMessages = ['final', 'every', 'none'] as const
export type WebhookMessages = (typeof webhookMessages)[number]

/** The event types of messages (semantics D3), by the status that they report. */
export const messageEvents = {
  'sms.message.queued': MessageStatus.Accepted,
  'sms.message.sent': MessageStatus.Sent,
  'sms.message.delivered': MessageStatus.Delivered,
  'sms.message.undelivered': MessageStatus.Undelivered,
  'sms.message.rejected': MessageStatus.Rejected,
  'sms.message.failed': MessageStatus.Failed,
  'sms.message.read': MessageStatus.Read,
  'sms.message.expired': MessageStatus.Expired,
  'sms.message.unknown': MessageStatus.Unknown,
} as const satisfies Readonly<Record<`sms.message.${string}`, MessageStatus>>
export type MessageEventType = keyof typeof messageEvents

/** The statuses that end a message (semantics D3). */
export const finalStatuses: readonly MessageStatus[] = [
  MessageStatus.Delivered,
  MessageStatus.Undelivered,
  MessageStatus.Rejected,
  MessageStatus.Failed,
  MessageStatus.Read,
  MessageStatus.Expired,
  MessageStatus.Unknown,
]

/** The event types that are not about messages, by the group in which an endpoint chooses them. */
export const otherEvents = {
  review: ['sms.template.reviewed', 'sms.signature.reviewed'],
  balance: ['balance.low', 'balance.recharged', 'balance.recharge_failed'],
  webhook: ['webhook.disabled', 'webhook.recovered'],
  broadcast: ['broadcast.started', 'broadcast.held', 'broadcast.finished', 'broadcast.interrupted'],
} as const
export type WebhookGroup = keyof typeof otherEvents
export const webhookGroups = ['review', 'balance', 'webhook', 'broadcast'] as const satisfies readonly WebhookGroup[]
export type OtherEventType = (typeof otherEvents)[WebhookGroup][number]

/** The event of a test request. */
export const TEST_EVENT = 'webhook.test'

export type WebhookEventType = MessageEventType | OtherEventType | typeof TEST_EVENT

/** The waits of retries: over a day, or within minutes for endpoints that receive codes alone. */
export const webhookSchedules = ['standard', 'fast'] as const
export type WebhookSchedule = (typeof webhookSchedules)[number]

/** `disabled`: the product stopped it after failures. `failing`: its newest requests fail. */
export const webhookStates = ['on', 'off', 'failing', 'disabled'] as const
export type WebhookState = (typeof webhookStates)[number]

/** `gone`: it answered 410. `failures`: every request failed for days. */
export const webhookDisabledReasons = ['gone', 'failures'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

/** `Failing` is retried by itself, `Failed` was tried for the last time. `Pending` is replayed and waits for its try. */
export const WebhookDeliveryState = { Pending: 0, Succeeded: 1, Failing: 2, Failed: 3 } as const
export type WebhookDeliveryState = (typeof WebhookDeliveryState)[keyof typeof WebhookDeliveryState]

/**
 * The reasons why a try failed. `status` is an answer outside 200–299. Of a `lost` try our process ended before its result.
 * An `internal` one could not be made or sent.
 */
export const webhookFailures = [
  'status',
  'redirect',
  'private',
  'unresolved',
  'refused',
  'tls',
  'timeout',
  'aborted',
  'too_large',
  'lost',
  'internal',
] as const
export type WebhookFailure = (typeof webhookFailures)[number]
