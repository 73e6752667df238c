import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, BroadcastId, MessageId, SignatureId } from '@hongyan/contract/ids'
import type { RetentionDays } from '@hongyan/contract/limits/messaging'
import type { Micros } from '@hongyan/contract/money'
import type { MessageChannel, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { byteArray, idArray, textArray } from '../db/arrays.ts'
import { createShares, type SharedColumn } from '../db/shares.ts'
import type { Tx } from '../db/tx.ts'
import type { MatchedRule } from '../pipeline/planned-route.ts'
import type { Skipped } from '../pipeline/route.ts'
import { laneOf, type NewOutboxRow } from './outbox.ts'

/** A message at the moment it is accepted, or refused inside an accepted request. */
export interface NewMessage {
  readonly account: AccountId
  readonly id: MessageId
  /** Null where the product itself or a broadcast sends. */
  readonly credential: string | null
  /** The broadcast that it belongs to. */
  readonly broadcast: BroadcastId | null
  readonly requestId: string
  readonly clientRef: string | null
  readonly validUntil: Date
  readonly country: string
  readonly toHash: Buffer
  readonly to: string
  readonly sender: string | null
  /** The sender as the recipient sees it; null for a message that is refused. */
  readonly senderShown: string | null
  /** The day on which the country's rule for senders was checked, as an ISO date: the version of the rule. */
  readonly senderRuleOn: string | null
  readonly channel: MessageChannel
  readonly scene: number
  /** The id of its template, or the code of a public one; null for free text. */
  readonly template: string | null
  readonly templateVersion: number | null
  /** The sender ID behind its sender. */
  readonly signature: SignatureId | null
  readonly unicode: boolean
  readonly parts: number
  readonly unitPrice: Micros
  readonly price: Micros
  readonly status: MessageStatus
  readonly error: ErrorCode | null
  readonly upstream: string | null
  /** The account's rule that chose the upstream; null without rules. */
  readonly rule: MatchedRule | null
  /** The channels of the rule that could not carry it, with the reasons; null where there was none. */
  readonly skipped: readonly Skipped[] | null
  readonly payForDelivered: boolean
  readonly holdEntry: string | null
  /** The text as it may be kept: codes are masked from the first write. */
  readonly keptText: string
  /** The class of its body. A body that is kept for no day is not written. */
  readonly retentionDays: RetentionDays
}

/** A message whose money is held: one that is not refused. */
export const isHeld = (message: NewMessage): message is NewMessage & { readonly holdEntry: string } =>
  message.holdEntry !== null

/** A message, and what is written beside it. */
interface NewRow {
  readonly message: NewMessage
  readonly hasBody: boolean
  /** Null for a message that is not handed over now. */
  readonly queued: NewOutboxRow | null
}

/**
 * The columns that the messages of one request mostly share. One statement writes message, body and outbox row, so that
 * ids travel once too: together a quarter less processor time than an array for each column of each table.
 */
const OF_MESSAGE: readonly SharedColumn<NewRow>[] = [
  ['account_id', 'uuid', ({ message }) => message.account],
  ['credential_id', 'uuid', ({ message }) => message.credential],
  ['request_id', 'text', ({ message }) => message.requestId],
  ['client_ref', 'text', ({ message }) => message.clientRef],
  ['valid_until', 'timestamptz', ({ message }) => message.validUntil],
  ['country', 'text', ({ message }) => message.country],
  ['sender', 'text', ({ message }) => message.sender],
  ['scene', 'smallint', ({ message }) => message.scene],
  ['unicode', 'boolean', ({ message }) => message.unicode],
  ['parts', 'smallint', ({ message }) => message.parts],
  ['unit_price_micros', 'bigint', ({ message }) => message.unitPrice],
  ['price_micros', 'bigint', ({ message }) => message.price],
  ['status', 'smallint', ({ message }) => message.status],
  ['error_code', 'text', ({ message }) => message.error],
  ['upstream', 'text', ({ message }) => message.upstream],
  ['pay_for_delivered', 'boolean', ({ message }) => message.payForDelivered],
  ['hold_entry', 'uuid', ({ message }) => message.holdEntry],
  ['retention_days', 'smallint', ({ message }) => message.retentionDays],
  ['channel', 'text', ({ message }) => message.channel],
  ['passed_over', 'jsonb', ({ message }) => message.skipped],
  ['template_id', 'text', ({ message }) => message.template],
  ['template_version', 'integer', ({ message }) => message.templateVersion],
  ['signature_id', 'uuid', ({ message }) => message.signature],
  ['sender_shown', 'text', ({ message }) => message.senderShown],
  ['sender_rule_on', 'date', ({ message }) => message.senderRuleOn],
  ['route_rule', 'jsonb', ({ message }) => message.rule],
  ['broadcast_id', 'uuid', ({ message }) => message.broadcast],
]

const BESIDE: readonly SharedColumn<NewRow>[] = [
  ['has_body', 'boolean', ({ hasBody }) => hasBody],
  ['kept_text', 'text', ({ message, hasBody }) => (hasBody ? message.keptText : null)],
  ['lane', 'smallint', ({ queued }) => (queued === null ? null : laneOf(queued.scene))],
  ['text', 'text', ({ queued }) => queued?.text ?? null],
  ['mark', 'uuid', ({ queued }) => (queued === null || queued.buffered ? null : queued.mark)],
  ['buffered_by', 'uuid', ({ queued }) => (queued?.buffered === true ? queued.mark : null)],
  ['route', 'jsonb', ({ queued }) => queued?.route ?? null],
]

const ofMessage = OF_MESSAGE.map(([name]) => name).join(', ')
const insertRows = createShares<NewRow>(
  [...OF_MESSAGE, ...BESIDE],
  [
    ['id', 'uuid', (rows) => idArray(rows.map(({ message }) => message.id))],
    ['to_hash', 'bytea', (rows) => byteArray(rows.map(({ message }) => message.toHash))],
    ['recipient', 'text', (rows) => textArray(rows.map(({ message }) => message.to))],
  ],
).statement(
  'message.insert',
  1,
  ({ ctes, rows }) => `with ${ctes}, body as (
     insert into message_body (account_id, id, retention_days, recipient, text)
     select account_id, id, retention_days, recipient, kept_text from ${rows} where has_body
   ), queued as (
     insert into outbox (account_id, id, lane, upstream, parts, channel, recipient, sender, text, valid_until, mark,
       price_micros, pay_for_delivered, buffered_by, route, accepted_at)
     select account_id, id, lane, upstream, parts, channel, recipient, sender_shown, text, valid_until, mark,
       price_micros, pay_for_delivered, buffered_by, route, $1 from ${rows} where lane is not null
   )
   insert into message (${ofMessage}, id, to_hash, to_last4, accepted_at)
   select ${ofMessage}, id, to_hash, right(recipient, 4), $1 from ${rows}`,
)

/** The rows that are written beside messages: by default their bodies alone. */
interface Beside {
  /** False where the bodies of that day are no longer kept. */
  readonly hasBodies?: boolean
  /** Rows of these messages, in their order. */
  readonly outbox?: readonly NewOutboxRow[]
}

/** Writes accepted messages with their bodies and their outbox rows. */
export async function insertMessages(
  tx: Tx,
  messages: readonly NewMessage[],
  at: Date,
  { hasBodies = true, outbox = [] }: Beside = {},
): Promise<void> {
  let next = 0
  const rows = messages.map((message): NewRow => {
    const queued = outbox[next]?.id === message.id ? (outbox[next] ?? null) : null
    if (queued !== null) next += 1
    return { message, hasBody: hasBodies && message.retentionDays > 0, queued }
  })
  if (next !== outbox.length) throw new Error('an outbox row has no message, or not in its order')
  await insertRows(tx, rows, [at])
}
