import { z } from 'zod'
import { type ErrorCode, errors, errorWords } from '../errors.ts'
import { MessageScene, MessageStatus } from '../vocabulary/message.ts'
import { type MessageEventType, messageEvents, TEST_EVENT, type WebhookEventType } from '../vocabulary/webhook.ts'

const words = new Map(Object.entries(MessageStatus).map(([name, status]) => [status, name.toLowerCase()]))

/** A status as webhooks write it: 4 is `delivered`. */
export const statusWord = (status: MessageStatus): string => words.get(status) ?? 'unknown'

const amount = z.string().regex(/^-?\d+\.\d{6}$/)
const moment = z.iso.datetime()

/** The data of a message event (semantics D3). Amounts are decimal strings with six places. */
export const MessageEventData = z.strictObject({
  /** As the send API writes ids. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  clientRef: z.string().nullable(),
  status: z.string(),
  statusCode: z.enum(MessageStatus),
  previousStatus: z.string().nullable(),
  /** Null where the recipient is erased. */
  to: z.string().nullable(),
  iso: z.string(),
  cc: z.string(),
  sender: z.string().nullable(),
  templateId: z.string().nullable(),
  scene: z.number().int(),
  parts: z.number().int(),
  partsDelivered: z.number().int(),
  price: amount,
  currency: z.string(),
  errorCode: z.string().nullable(),
  errorClass: z.string().nullable(),
  errorMessage: z.string().nullable(),
  upstreamCode: z.string().nullable(),
  submitDate: moment,
  doneDate: moment.nullable(),
  /** Grows with every event of a message, so that receivers can drop one that is overtaken. */
  sequence: z.number().int(),
})
export type MessageEventData = Readonly<z.infer<typeof MessageEventData>>

export type OtherEventData = Readonly<Record<string, unknown>>

/** An event in the standard envelope. */
export interface WebhookEvent {
  readonly type: WebhookEventType
  readonly timestamp: string
  readonly data: MessageEventData | OtherEventData
}

const isMessageEvent = (type: WebhookEventType): type is MessageEventType => Object.hasOwn(messageEvents, type)

const reviewed = z.strictObject({
  name: z.string(),
  state: z.enum(['approved', 'rejected']),
  reasons: z.array(z.string()),
})
const broadcast = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The reason of an interruption; null else. */
  reason: z.string().nullable(),
  recipients: z.number().int(),
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  cost: amount,
  currency: z.string(),
})
const endpoint = { endpoint: z.string(), name: z.string() }

/** The data of the events that are not about a message. */
const otherData = {
  'sms.template.reviewed': reviewed,
  'sms.signature.reviewed': reviewed,
  'balance.low': z.strictObject({ below: amount, balance: amount, currency: z.string() }),
  'balance.recharged': z.strictObject({ amount, currency: z.string(), channel: z.string() }),
  'balance.recharge_failed': z.strictObject({ amount, currency: z.string(), reason: z.string() }),
  'webhook.disabled': z.strictObject({ ...endpoint, reason: z.string() }),
  'webhook.recovered': z.strictObject(endpoint),
  'broadcast.started': broadcast,
  'broadcast.held': broadcast,
  'broadcast.finished': broadcast,
  'broadcast.interrupted': broadcast,
  [TEST_EVENT]: z.strictObject({ endpoint: z.string().optional() }),
} as const satisfies Readonly<Record<Exclude<WebhookEventType, MessageEventType>, z.ZodType>>

/** The data of an event of a type. */
export const eventData = (type: WebhookEventType): z.ZodType<MessageEventData | OtherEventData> =>
  isMessageEvent(type) ? MessageEventData : otherData[type]

/** True where the event is about a message. */
export const isAboutMessage = (
  event: WebhookEvent,
): event is WebhookEvent & { readonly type: MessageEventType; readonly data: MessageEventData } =>
  isMessageEvent(event.type)

interface Course {
  readonly previous: MessageStatus | null
  readonly code: string | null
  readonly error?: ErrorCode
  readonly sequence: number
}

/** The course of the sample that an event reports. */
const courses: Readonly<Record<MessageEventType, Course>> = {
  'sms.message.queued': { previous: null, code: null, sequence: 1 },
  'sms.message.sent': { previous: MessageStatus.Sending, code: null, sequence: 3 },
  'sms.message.delivered': { previous: MessageStatus.Sent, code: 'DELIVRD', sequence: 4 },
  'sms.message.undelivered': { previous: MessageStatus.Sent, code: 'UNDELIV', error: 'undelivered', sequence: 4 },
  'sms.message.rejected': { previous: MessageStatus.Sending, code: 'REJECTD', error: 'upstream_refused', sequence: 3 },
  'sms.message.failed': { previous: MessageStatus.Sent, code: 'BLOCKED', error: 'blocked_by_carrier', sequence: 4 },
  'sms.message.read': { previous: MessageStatus.Delivered, code: 'READ', sequence: 5 },
  'sms.message.expired': { previous: MessageStatus.Sent, code: 'EXPIRED', error: 'expired', sequence: 4 },
  'sms.message.unknown': { previous: MessageStatus.Sent, code: null, sequence: 4 },
}

const arrived: readonly MessageStatus[] = [MessageStatus.Delivered, MessageStatus.Read]
const underway: readonly MessageStatus[] = [MessageStatus.Accepted, MessageStatus.Sent]

/** No record has this id: its time is that of 1970. */
const SAMPLE_ID = '00000000-0000-7000-8000-000000000000'
const SAMPLE_NAME = 'Sample'

function sampleMessage(type: MessageEventType, at: Date, currency: string): MessageEventData {
  const status = messageEvents[type]
  const { previous, code, error, sequence } = courses[type]
  return {
    id: SAMPLE_ID.replaceAll('-', ''),
    clientRef: 'sample',
    status: statusWord(status),
    statusCode: status,
    previousStatus: previous === null ? null : statusWord(previous),
    to: '+12065550100',
    iso: 'US',
    cc: '1',
    sender: SAMPLE_NAME,
    templateId: null,
    scene: MessageScene.Notification,
    parts: 1,
    partsDelivered: arrived.includes(status) ? 1 : 0,
    price: '0.008500',
    currency,
    errorCode: error ?? null,
    errorClass: error === undefined ? null : errors[error].class,
    errorMessage: error === undefined ? null : errorWords(error, 'en').what,
    upstreamCode: code,
    submitDate: at.toISOString(),
    doneDate: underway.includes(status) ? null : at.toISOString(),
    sequence,
  }
}

const review: OtherEventData = { name: SAMPLE_NAME, state: 'approved', reasons: [] }
const subject: OtherEventData = { endpoint: SAMPLE_ID, name: SAMPLE_NAME }

const sampleBroadcast = (currency: string, reason: string | null): OtherEventData => ({
  id: SAMPLE_ID,
  name: SAMPLE_NAME,
  reason,
  recipients: 100,
  sent: 4,
  delivered: 95,
  failed: 1,
  skipped: 0,
  cost: '0.850000',
  currency,
})

const sampleOthers: Readonly<
  Record<Exclude<WebhookEventType, MessageEventType>, (currency: string) => OtherEventData>
> = {
  'sms.template.reviewed': () => review,
  'sms.signature.reviewed': () => review,
  'balance.low': (currency) => ({ below: '20.000000', balance: '19.990000', currency }),
  'balance.recharged': (currency) => ({ amount: '100.000000', currency, channel: 'sandbox' }),
  'balance.recharge_failed': (currency) => ({ amount: '100.000000', currency, reason: 'card_declined' }),
  'webhook.disabled': () => ({ ...subject, reason: 'failures' }),
  'webhook.recovered': () => subject,
  'broadcast.started': (currency) => sampleBroadcast(currency, null),
  'broadcast.held': (currency) => sampleBroadcast(currency, 'canary_hold'),
  'broadcast.finished': (currency) => sampleBroadcast(currency, null),
  'broadcast.interrupted': (currency) => sampleBroadcast(currency, 'balance'),
  [TEST_EVENT]: () => ({}),
}

/** A sample of an event: a fictitious number, and ids that no record has. */
export const sampleEvent = (type: WebhookEventType, at: Date, currency: string): WebhookEvent => ({
  type,
  timestamp: at.toISOString(),
  data: isMessageEvent(type) ? sampleMessage(type, at, currency) : sampleOthers[type](currency),
})
