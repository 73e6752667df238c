import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { Micros } from '@hongyan/contract/money'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { idArray, plainArray } from '../db/arrays.ts'
import { expectRows, type Tx, statement } from '../db/tx.ts'
import type { Money } from '../pipeline/next.ts'

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

/**
 * By arrays, not by a join: on a new partition, whose size no plan knows, the keys alone lead into the index. No other
 * index serves them (decision 0173).
 */
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
    idArray([...new Set(messages.map(({ account }) => account))]),
    idArray(messages.map(({ id }) => id)),
  ])

/** A change of a message's row. Nulls leave a column as it was. */
export interface MessageChange {
  readonly status: MessageStatus
  readonly partsDelivered: number
  readonly events: number
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
  readonly sentAt: Date | null
  readonly doneAt: Date | null
}

/** A message, and how its row changes. */
export interface ChangedMessage {
  readonly before: MessageState
  readonly changed: MessageChange
  /** Says whether the change posts or voids the message's money; null where it does neither. */
  readonly money: Money | null
  /** The entry of the ledger that moved its money, the same for all of its account whose money goes there. */
  readonly settleEntry: string | null
}

/** The error of a message while its outcome is unknown. */
export const DOUBT: ErrorCode = 'outcome_unknown'

/**
 * Changes rows that change alike, and only as long as each is as it was before. The keys alone lead to the rows: a join
 * with a list of changes would compare each row with each change. The first error is kept: a later receipt without one
 * never erases it (semantics D1). A doubt is none yet: it ends with the status Unknown, with or without another error.
 */
const UPDATE = statement(
  'message.update',
  `with changed as (
     update message m set status = $3, parts_delivered = $4, events = $5,
       error_code = coalesce(case when $3::smallint = ${MessageStatus.Unknown} then m.error_code else nullif(m.error_code, '${DOUBT}') end, $6),
       upstream_code = coalesce(m.upstream_code, $7),
       sent_at = coalesce(m.sent_at, $8), done_at = coalesce(m.done_at, $9),
       settle_entry = coalesce(m.settle_entry, ($11::uuid[])[array_position($10::uuid[], m.account_id)])
     where ${KEYS} and m.status = $12 and m.events = $13 and (m.settle_entry is not null or m.hold_entry is null) = $14
     returning 1
   )
   ${expectRows('select count(*) from changed', 'cardinality($2::uuid[])', 'messages')}`,
)

/** Changes messages. Fails the transaction where a row is not as it was before. No two may be of one message. */
export async function updateMessages(tx: Tx, changes: readonly ChangedMessage[]): Promise<void> {
  await Promise.all(alike(changes).map((group) => updateAlike(tx, group)))
}

function alike(changes: readonly ChangedMessage[]): readonly ChangedMessage[][] {
  const groups: ChangedMessage[][] = []
  for (const change of changes) {
    const group = groups.find(([first]) => first !== undefined && areAlike(first, change))
    if (group) group.push(change)
    else groups.push([change])
  }
  return groups
}

const areAlike = (one: ChangedMessage, other: ChangedMessage): boolean =>
  one.before.status === other.before.status &&
  one.before.events === other.before.events &&
  one.before.settled === other.before.settled &&
  one.changed.status === other.changed.status &&
  one.changed.partsDelivered === other.changed.partsDelivered &&
  one.changed.events === other.changed.events &&
  one.changed.error === other.changed.error &&
  one.changed.upstreamCode === other.changed.upstreamCode &&
  (one.changed.sentAt === null) === (other.changed.sentAt === null) &&
  (one.changed.doneAt === null) === (other.changed.doneAt === null) &&
  one.money === other.money

async function updateAlike(tx: Tx, changes: readonly ChangedMessage[]): Promise<void> {
  const [first] = changes
  if (first === undefined) return
  const entries = new Map(changes.map(({ before, settleEntry }) => [before.account, settleEntry]))
  await tx.run(UPDATE, [
    idArray([...entries.keys()]),
    idArray(changes.map(({ before }) => before.id)),
    first.changed.status,
    first.changed.partsDelivered,
    first.changed.events,
    first.changed.error,
    first.changed.upstreamCode,
    first.changed.sentAt,
    first.changed.doneAt,
    idArray([...entries.keys()]),
    plainArray([...entries.values()]),
    first.before.status,
    first.before.events,
    first.before.settled,
  ])
}
