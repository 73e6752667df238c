import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, BroadcastId, MessageId } from '@hongyan/contract/ids'
import { sending } from '@hongyan/contract/limits/messaging'
import type { RecipientState } from '@hongyan/contract/vocabulary/broadcast'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { plainArray, textArray } from '../db/arrays.ts'
import { statement, type Tx } from '../db/tx.ts'
import { IS_CHARGED } from './charged.ts'

/** A broadcast of an account. */
export interface BroadcastOf {
  readonly account: AccountId
  readonly id: BroadcastId
}

/** A recipient whose message may still change. */
interface OpenSend {
  readonly row: number
  readonly message: MessageId
  readonly state: RecipientState
  readonly status: MessageStatus | null
  readonly cost: bigint
}

const OPEN = statement(
  'broadcast_send.open',
  `select row, message_id as message, state, status, cost_micros as cost from broadcast_send
    where account_id = $1 and broadcast_id = $2 and state in ('waiting', 'sent') and row > $3 order by row limit $4`,
)

interface MessageNow {
  readonly id: MessageId
  readonly status: MessageStatus
  readonly error: ErrorCode | null
  readonly cost: bigint
}

/** By an array, not by a join, so that the keys alone lead into the partitions. */
const MESSAGES = statement(
  'broadcast_send.messages',
  `select m.id, m.status, m.error_code as error, case when ${IS_CHARGED} then m.price_micros else 0 end as cost
   from message m where m.account_id = $1 and m.id = any($2::uuid[])`,
)

/**
 * The rows change only where each is as it was read, so that two processes that look at once count a change once. The
 * counts move by the same rows in the same statement.
 */
const FOLD = statement(
  'broadcast_send.fold',
  `with change as (
     select * from unnest($4::integer[], $5::text[], $6::smallint[], $7::bigint[], $8::text[], $9::smallint[], $10::text[],
       $11::bigint[]) as c(row, old_state, old_status, old_cost, state, status, error_code, cost)
   ), moved as (
     update broadcast_send s set state = c.state, status = c.status, error_code = c.error_code, cost_micros = c.cost, at = $3
      from change c
      where s.account_id = $1 and s.broadcast_id = $2 and s.row = c.row and s.state = c.old_state
        and s.status is not distinct from c.old_status and s.cost_micros = c.old_cost
     returning s.country, c.old_state, c.old_cost, c.state, coalesce(c.error_code, '') as error_code, c.cost
   ), delta as (
     select country, state, error_code, sum(recipients)::integer as recipients, sum(cost)::bigint as cost from (
       select country, old_state as state, '' as error_code, -1 as recipients, -old_cost as cost from moved
       union all select country, state, error_code, 1, cost from moved) d
     group by 1, 2, 3 having sum(recipients) <> 0 or sum(cost) <> 0
   ), counted as (
     insert into broadcast_count as c (account_id, broadcast_id, country, state, error_code, recipients, cost_micros)
     select $1::uuid, $2::uuid, country, state, error_code, recipients, cost from delta order by country, state, error_code
     on conflict (account_id, broadcast_id, country, state, error_code) do update
       set recipients = c.recipients + excluded.recipients, cost_micros = c.cost_micros + excluded.cost_micros
   )
   select count(*)::integer as moved from moved`,
)

const { Accepted, Queued, Sending, Sent, Delivered, Read, Unknown } = MessageStatus

/** The state of a recipient by the status of its message. */
function recipientStateOf(status: MessageStatus): RecipientState {
  if (status === Accepted || status === Queued || status === Sending) return 'waiting'
  if (status === Sent || status === Unknown) return 'sent'
  return status === Delivered || status === Read ? 'delivered' : 'failed'
}

export interface Folded {
  /** Recipients that were looked at, and those that changed. */
  readonly seen: number
  readonly moved: number
  /** The last row that was looked at; null where there was none. */
  readonly last: number | null
}

/** Brings some recipients behind a row to the states of their messages, and moves the counts with them. */
export async function foldSends(
  db: Tx,
  { account, id }: BroadcastOf,
  { after, most, now }: { readonly after: number; readonly most: number; readonly now: Date },
): Promise<Folded> {
  const open = await db.run<OpenSend>(OPEN, [account, id, after, most])
  const last = open.at(-1)?.row ?? null
  if (last === null) return { seen: 0, moved: 0, last }
  const rows = await db.run<MessageNow>(MESSAGES, [account, open.map(({ message }) => message)])
  const messages = new Map(rows.map((message) => [message.id, message]))
  const changes = open.flatMap((before) => {
    const message = messages.get(before.message)
    if (message === undefined) return []
    const state = recipientStateOf(message.status)
    const status = state === 'waiting' ? before.status : message.status
    const isSame = state === before.state && status === before.status && message.cost === before.cost
    const error = state === 'failed' ? message.error : null
    return isSame ? [] : [{ before, state, status, error, cost: message.cost }]
  })
  if (changes.length === 0) return { seen: open.length, moved: 0, last }
  const [found] = await db.run<{ moved: number }>(FOLD, [
    account,
    id,
    now,
    plainArray(changes.map(({ before }) => before.row)),
    textArray(changes.map(({ before }) => before.state)),
    plainArray(changes.map(({ before }) => before.status)),
    plainArray(changes.map(({ before }) => before.cost)),
    textArray(changes.map(({ state }) => state)),
    plainArray(changes.map(({ status }) => status)),
    textArray(changes.map(({ error }) => error)),
    plainArray(changes.map(({ cost }) => cost)),
  ])
  return { seen: open.length, moved: found?.moved ?? 0, last }
}

const COUNTS = statement(
  'broadcast_count.sums',
  `select coalesce(sum(recipients) filter (where state = 'waiting'), 0)::integer as waiting,
     coalesce(sum(recipients) filter (where state = 'sent'), 0)::integer as sent,
     coalesce(sum(recipients) filter (where state = 'delivered'), 0)::integer as delivered,
     coalesce(sum(recipients) filter (where state = 'failed'), 0)::integer as failed,
     coalesce(sum(recipients) filter (where state = 'skipped'), 0)::integer as skipped,
     coalesce(sum(cost_micros), 0)::bigint as cost
   from broadcast_count where account_id = $1 and broadcast_id = $2`,
)

/** The recipients of a broadcast by state, and what they are charged so far. */
export interface SendCounts {
  /** Accepted and not handed over yet. */
  readonly waiting: number
  readonly sent: number
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly cost: bigint
}

export async function countSends(db: Tx, { account, id }: BroadcastOf): Promise<SendCounts> {
  const [counts] = await db.run<SendCounts>(COUNTS, [account, id])
  if (counts === undefined) throw new Error('a sum without groups has one row')
  return counts
}

/** Deferred messages are left out: they wait for a channel, and nothing waits behind them. */
const WAITING = statement(
  'outbox.parts_of_account',
  `select coalesce(sum(parts), 0)::integer as parts from (select parts from outbox where account_id = $1 limit $2) o`,
)

/** The parts of an account that are on their way to their hand-over, as far as `most` messages have them. */
export async function partsOnTheirWay(db: Tx, account: AccountId, most: number): Promise<number> {
  const [found] = await db.run<{ parts: number }>(WAITING, [account, most])
  return found?.parts ?? 0
}

/** Recipients by whose messages the parts of the next ones are estimated. */
const LAST_RECIPIENTS = 20

const LAST = statement(
  'broadcast_send.last',
  `select message_id as message from broadcast_send where account_id = $1 and broadcast_id = $2
    order by row desc limit ${LAST_RECIPIENTS}`,
)

const PARTS = statement(
  'broadcast_send.parts',
  `select ceil(avg(parts))::integer as parts from message where account_id = $1 and id = any($2::uuid[])`,
)

/** The parts of a message of a broadcast, by its last ones and rounded up; the most that one can have before the first. */
export async function partsOfMessage(db: Tx, { account, id }: BroadcastOf): Promise<number> {
  const last = await db.run<{ message: MessageId | null }>(LAST, [account, id])
  const messages = last.flatMap(({ message }) => message ?? [])
  const [found] = await db.run<{ parts: number | null }>(PARTS, [account, messages])
  return Math.max(1, found?.parts ?? sending.maxParts)
}

const DELETE = statement(
  'broadcast_send.delete',
  `delete from broadcast_send where account_id = $1 and broadcast_id = $2 and row = any(array(
     select row from broadcast_send where account_id = $1 and broadcast_id = $2 order by row limit $3)) returning row`,
)

/** Deletes some recipients of a broadcast whose list is gone; the counts stay. Returns how many. */
export const deleteSends = async (db: Tx, { account, id }: BroadcastOf, most: number): Promise<number> =>
  (await db.run(DELETE, [account, id, most])).length
