import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, BroadcastId, MessageId, SignatureId } from '@hongyan/contract/ids'
import type { RetentionDays } from '@hongyan/contract/limits/messaging'
import type { Micros } from '@hongyan/contract/money'
import type { MessageChannel, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { byteArray, type Plain, plainArray, textArray } from '../db/arrays.ts'
import { expectRows, type Tx, statement } from '../db/tx.ts'
import type { Money } from '../pipeline/next.ts'
import type { MatchedRule } from '../pipeline/planned-route.ts'
import type { Skipped } from '../pipeline/route.ts'

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

const INSERT = statement(
  'message.insert',
  `insert into message (account_id, id, credential_id, request_id, client_ref, accepted_at, valid_until, country, to_hash,
     to_last4, sender, scene, unicode, parts, unit_price_micros, price_micros, status, error_code, upstream,
     pay_for_delivered, hold_entry, retention_days, channel, passed_over, template_id, template_version,
     signature_id, sender_shown, sender_rule_on, route_rule, broadcast_id)
   select account_id, id, credential_id, request_id, client_ref, $1, valid_until, country, to_hash,
     to_last4, sender, scene, unicode, parts, unit_price, price, status, error_code, upstream,
     pay_for_delivered, hold_entry, retention_days, channel, passed_over, template_id, template_version,
     signature_id, sender_shown, sender_rule_on, route_rule, broadcast_id
   from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::bytea[],
     $10::text[], $11::text[], $12::smallint[], $13::boolean[], $14::smallint[], $15::bigint[], $16::bigint[],
     $17::smallint[], $18::text[], $19::text[], $20::boolean[], $21::uuid[], $22::smallint[], $23::text[], $24::jsonb[],
     $25::text[], $26::integer[], $27::uuid[], $28::text[], $29::date[], $30::jsonb[], $31::uuid[])
   as m(account_id, id, credential_id, request_id, client_ref, valid_until, country, to_hash, to_last4, sender, scene,
     unicode, parts, unit_price, price, status, error_code, upstream, pay_for_delivered, hold_entry, retention_days, channel, passed_over,
     template_id, template_version, signature_id, sender_shown, sender_rule_on, route_rule, broadcast_id)`,
)

const INSERT_BODY = statement(
  'message_body.insert',
  `insert into message_body (account_id, id, retention_days, recipient, text)
   select * from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::text[])`,
)

/** Writes accepted messages, and the bodies of `withBody`, by default of all. */
export async function insertMessages(
  tx: Tx,
  messages: readonly NewMessage[],
  at: Date,
  withBody: readonly NewMessage[] = messages,
): Promise<void> {
  const plain = (pick: (message: NewMessage) => Plain): string => plainArray(messages.map(pick))
  const texts = (pick: (message: NewMessage) => string | null): string => textArray(messages.map(pick))
  const rows = tx.run(INSERT, [
    at,
    plain((m) => m.account),
    plain((m) => m.id),
    plain((m) => m.credential),
    texts((m) => m.requestId),
    texts((m) => m.clientRef),
    plain((m) => m.validUntil),
    texts((m) => m.country),
    byteArray(messages.map((m) => m.toHash)),
    texts((m) => m.to.slice(-4)),
    texts((m) => m.sender),
    plain((m) => m.scene),
    plain((m) => m.unicode),
    plain((m) => m.parts),
    plain((m) => m.unitPrice),
    plain((m) => m.price),
    plain((m) => m.status),
    plain((m) => m.error),
    texts((m) => m.upstream),
    plain((m) => m.payForDelivered),
    plain((m) => m.holdEntry),
    plain((m) => m.retentionDays),
    plain((m) => m.channel),
    texts((m) => (m.skipped === null ? null : JSON.stringify(m.skipped))),
    texts((m) => m.template),
    plain((m) => m.templateVersion),
    plain((m) => m.signature),
    texts((m) => m.senderShown),
    plain((m) => m.senderRuleOn),
    texts((m) => (m.rule === null ? null : JSON.stringify(m.rule))),
    plain((m) => m.broadcast),
  ])
  await Promise.all([rows, insertBodies(tx, withBody)])
}

async function insertBodies(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const kept = messages.filter(({ retentionDays }) => retentionDays > 0)
  if (kept.length === 0) return
  await tx.run(INSERT_BODY, [
    plainArray(kept.map((m) => m.account)),
    plainArray(kept.map((m) => m.id)),
    plainArray(kept.map((m) => m.retentionDays)),
    textArray(kept.map((m) => m.to)),
    textArray(kept.map((m) => m.keptText)),
  ])
}

/** The row of a message as settle knows it: read under a lock, or expected from what this process wrote last. */
export interface MessageState {
  readonly account: AccountId
  readonly id: MessageId
  readonly status: MessageStatus
  readonly parts: number
  readonly partsDelivered: number
  readonly price: Micros
  readonly payForDelivered: boolean
  /** Its money has moved already, or it never cost any. */
  readonly settled: boolean
  readonly events: number
  readonly acceptedAt: Date
}

/** By arrays, not by a join: on a new partition, whose size no plan knows, the keys alone lead into the index. */
const KEYS = 'm.account_id = any($1::uuid[]) and m.id = any($2::uuid[])'

const LOCK = statement(
  'message.lock',
  `select m.account_id as account, m.id, m.status, m.parts, m.parts_delivered as "partsDelivered", m.price_micros as price,
     m.pay_for_delivered as "payForDelivered", m.settle_entry is not null or m.hold_entry is null as settled, m.events,
     m.accepted_at as "acceptedAt"
   from message m where ${KEYS} order by m.account_id, m.id for update`,
)

type MessageKey = Pick<MessageState, 'account' | 'id'>

export const lockMessages = (tx: Tx, messages: readonly MessageKey[]) =>
  tx.run<MessageState>(LOCK, [
    plainArray(messages.map(({ account }) => account)),
    plainArray(messages.map(({ id }) => id)),
  ])

/** A change of a message's row. Nulls leave a column as it was. */
export interface ChangedMessage {
  readonly before: MessageState
  readonly status: MessageStatus
  readonly partsDelivered: number
  readonly events: number
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
  readonly sentAt: Date | null
  readonly doneAt: Date | null
  /** Says whether the change posts or voids the message's money; null where it does neither. */
  readonly money: Money | null
  /** The entry of the ledger that moved its money, the same for all of its account whose money goes there. */
  readonly settleEntry: string | null
}

const DOUBT: ErrorCode = 'outcome_unknown'

/**
 * Changes rows that change alike, and only as long as each is as it was before. The keys alone lead to the rows: a join
 * with a list of changes would compare each row with each change. The first error is kept: a later receipt without one
 * never erases it (semantics D1). A doubt is none yet, so the error that resolves it takes its place.
 */
const UPDATE = statement(
  'message.update',
  `with changed as (
     update message m set status = $3, parts_delivered = $4, events = $5,
       error_code = coalesce(nullif(m.error_code, '${DOUBT}'), $6, m.error_code), upstream_code = coalesce(m.upstream_code, $7),
       sent_at = coalesce(m.sent_at, $8), done_at = coalesce(m.done_at, $9),
       settle_entry = coalesce(m.settle_entry, ($11::uuid[])[array_position($10::uuid[], m.account_id)])
     where ${KEYS} and m.status = $12 and m.events = $13 and (m.settle_entry is not null or m.hold_entry is null) = $14
     returning 1
   )
   ${expectRows('select count(*) from changed', 'cardinality($2::uuid[])', 'messages')}`,
)

/** Changes messages. Fails the transaction where a row is not as it was before. No two may be of one message. */
export async function updateMessages(tx: Tx, changes: readonly ChangedMessage[]): Promise<void> {
  await Promise.all([...alike(changes).values()].map((group) => updateAlike(tx, group)))
}

function alike(changes: readonly ChangedMessage[]): Map<string, ChangedMessage[]> {
  const groups = new Map<string, ChangedMessage[]>()
  for (const change of changes) {
    const { before, status, partsDelivered, events, error, upstreamCode, sentAt, doneAt, money } = change
    const from = `${before.status} ${before.events} ${before.settled}`
    const to = `${status} ${partsDelivered} ${events} ${error} ${upstreamCode} ${sentAt === null} ${doneAt === null} ${money}`
    const key = `${from} ${to}`
    const group = groups.get(key)
    if (group) group.push(change)
    else groups.set(key, [change])
  }
  return groups
}

async function updateAlike(tx: Tx, changes: readonly ChangedMessage[]): Promise<void> {
  const [first] = changes
  if (first === undefined) return
  const entries = new Map(changes.map(({ before, settleEntry }) => [before.account, settleEntry]))
  await tx.run(UPDATE, [
    plainArray([...entries.keys()]),
    plainArray(changes.map(({ before }) => before.id)),
    first.status,
    first.partsDelivered,
    first.events,
    first.error,
    first.upstreamCode,
    first.sentAt,
    first.doneAt,
    plainArray([...entries.keys()]),
    plainArray([...entries.values()]),
    first.before.status,
    first.before.events,
    first.before.settled,
  ])
}
