import { type ErrorCode, errors } from '@hongyan/contract/errors'
import { type AccountId, type MessageId, type WebhookEndpointId, wireId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import { type MessageEventData, statusWord, type WebhookEvent } from '@hongyan/contract/public-api/webhook-event'
import { callingCodeOf } from '@hongyan/contract/sms/numbering-plan'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { finalStatuses, messageEvents, type WebhookEventType } from '@hongyan/contract/vocabulary/webhook'
import { idArray, plainArray } from '../db/arrays.ts'
import { statement, type Tx } from '../db/tx.ts'

/** A row of `webhook_due`: the facts of a message at the moment of the event, or the data of another event. */
export interface WaitingEvent {
  readonly account: AccountId
  readonly endpoint: WebhookEndpointId
  readonly id: string
  readonly type: WebhookEventType
  readonly at: Date
  readonly message: MessageId | null
  readonly previous: MessageStatus | null
  readonly partsDelivered: number | null
  readonly sequence: number | null
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
  readonly data: Readonly<Record<string, unknown>> | null
}

/** The fields of a message that never change. */
interface MessageRow {
  readonly id: MessageId
  readonly clientRef: string | null
  readonly iso: string
  readonly sender: string | null
  readonly template: string | null
  readonly scene: number
  readonly parts: number
  readonly price: Micros
  readonly currency: string
  readonly acceptedAt: Date
}

const READ = statement(
  'webhook.messages',
  `select m.id, m.client_ref as "clientRef", m.country as iso, m.sender_shown as sender, m.template_id as template, m.scene,
     m.parts, m.price_micros as price, a.currency, m.accepted_at as "acceptedAt"
   from message m join account a on a.id = m.account_id
   where m.account_id = any($1::uuid[]) and m.id = any($2::uuid[])`,
)

/** Apart from the messages, because a join would plan every day's partition of bodies. */
const READ_RECIPIENTS = statement(
  'webhook.recipients',
  `select id, recipient from message_body where account_id = any($1::uuid[]) and id = any($2::uuid[])`,
)

/** Reads the messages of events. Returns the event as it is sent. */
export async function eventsOf(
  tx: Tx,
  waiting: readonly WaitingEvent[],
): Promise<(event: WaitingEvent) => WebhookEvent> {
  const about = waiting.filter(({ message }) => message !== null)
  const keys = [idArray(about.map(({ account }) => account)), plainArray(about.map(({ message }) => message))]
  const [rows, recipients] = await Promise.all([
    tx.run<MessageRow>(READ, keys),
    tx.run<{ readonly id: MessageId; readonly recipient: string }>(READ_RECIPIENTS, keys),
  ])
  const messages = new Map(rows.map((row) => [row.id, row]))
  const numbers = new Map(recipients.map(({ id, recipient }) => [id, recipient]))
  return (event) => {
    const { type, at, message, data } = event
    const row = message === null ? undefined : messages.get(message)
    const about = row === undefined ? (data ?? {}) : dataOf(event, row, numbers.get(row.id) ?? null)
    return { type, timestamp: at.toISOString(), data: about }
  }
}

function dataOf(
  { type, at, previous, partsDelivered, sequence, error, upstreamCode }: WaitingEvent,
  row: MessageRow,
  to: string | null,
): MessageEventData {
  const statusCode = messageEvents[type as keyof typeof messageEvents] // its row has a message
  const cause = error === null ? null : errors[error]
  return {
    id: wireId(row.id),
    clientRef: row.clientRef,
    status: statusWord(statusCode),
    statusCode,
    previousStatus: previous === null ? null : statusWord(previous),
    to,
    iso: row.iso,
    cc: callingCodeOf(row.iso),
    sender: row.sender,
    templateId: row.template,
    scene: row.scene,
    parts: row.parts,
    partsDelivered: partsDelivered ?? 0,
    price: decimalOf(row.price),
    currency: row.currency,
    errorCode: error,
    errorClass: cause?.class ?? null,
    errorMessage: cause?.en.what ?? null,
    upstreamCode,
    submitDate: row.acceptedAt.toISOString(),
    doneDate: finalStatuses.includes(statusCode) ? at.toISOString() : null,
    sequence: sequence ?? 0,
  }
}
