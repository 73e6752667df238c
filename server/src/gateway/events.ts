import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { idArray, plainArray, textArray } from '../db/arrays.ts'
import { createShares, type RowsSql } from '../db/shares.ts'
import { type Tx, statement } from '../db/tx.ts'
import type { StoppedMessage } from './accepted.ts'

/** Facts kept of one message; of further ones only those are kept that change it. */
export const MAX_EVENTS = 50

/** One appended fact of a message's timeline, applied or not. */
export interface MessageEvent {
  readonly account: AccountId
  readonly message: MessageId
  readonly upstream: string
  /** The upstream's id, empty where the fact is our own. */
  readonly remoteId: string
  readonly part: number
  readonly status: MessageStatus
  readonly applied: boolean
  readonly at: Date
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
  /** The submission that the fact is the result of, from 1; 0 where it is none. */
  readonly attempt: number
  /** Milliseconds between the submission and its result. */
  readonly latency: number | null
  /** Times that the same fact came again. */
  readonly repeats: number
}

/** The columns that the facts of a batch mostly share. */
const shares = createShares<MessageEvent>(
  [
    ['account_id', 'uuid', (e) => e.account],
    ['upstream', 'text', (e) => e.upstream],
    ['part', 'smallint', (e) => e.part],
    ['state', 'smallint', (e) => e.status],
    ['applied', 'boolean', (e) => e.applied],
    ['at', 'timestamptz', (e) => e.at],
    ['error_code', 'text', (e) => e.error],
    ['upstream_code', 'text', (e) => e.upstreamCode],
    ['attempt', 'smallint', (e) => e.attempt],
    ['repeats', 'integer', (e) => e.repeats],
  ],
  [
    ['message_id', 'uuid', (rows) => idArray(rows.map((e) => e.message))],
    ['remote_id', 'text', (rows) => textArray(rows.map((e) => e.remoteId))],
    ['latency_ms', 'integer', (rows) => plainArray(rows.map((e) => e.latency))],
  ],
)

const INSERT = ({ ctes, rows }: RowsSql): string => `with ${ctes}
   insert into message_event as e (${shares.names}, message_id, remote_id, latency_ms)
   select ${shares.names}, message_id, remote_id, latency_ms from ${rows}`

/** Costs half as much as one that checks for repeats. */
const insertNew = shares.statement('message_event.insert_new', 0, INSERT)

const insertOrCount = shares.statement(
  'message_event.insert',
  0,
  (sql) => `${INSERT(sql)}
   on conflict (account_id, message_id, upstream, remote_id, part, state, attempt)
     do update set repeats = e.repeats + excluded.repeats + 1`,
)

/** Appends events. One that is there already is counted as repeated. No two of a call may have the same key. */
export const insertEvents = (tx: Tx, events: readonly MessageEvent[]): Promise<void> => insertOrCount(tx, events, [])

/** Appends events of which none is there. Fails the transaction where one is. */
export const insertNewEvents = (tx: Tx, events: readonly MessageEvent[]): Promise<void> => insertNew(tx, events, [])

/** A stop has no event of an upstream: the server itself decided. Its limit stands in the detail. */
const INSERT_STOPS = statement(
  'message_event.insert_stops',
  `insert into message_event (account_id, message_id, upstream, remote_id, part, state, applied, at, error_code, attempt,
     repeats, detail)
   select account_id, message_id, '', '', 0, ${MessageStatus.Rejected}, true, $1, error_code, 0, 0, detail
   from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) as s(account_id, message_id, error_code, detail)`,
)

/** Appends to messages the limit that stopped each of them. */
export async function insertStops(tx: Tx, stopped: readonly StoppedMessage[], at: Date): Promise<void> {
  if (stopped.length === 0) return
  await tx.run(INSERT_STOPS, [
    at,
    idArray(stopped.map(({ account }) => account)),
    idArray(stopped.map(({ message }) => message)),
    plainArray(stopped.map(({ hit }) => hit.code)),
    textArray(stopped.map(({ hit }) => JSON.stringify(hit))),
  ])
}

/** What makes two facts the same one. */
export const eventKey = (e: EventKeyRow): string =>
  `${e.message} ${e.upstream} ${e.remoteId} ${e.part} ${e.status} ${e.attempt}`

type EventKeyRow = Pick<MessageEvent, 'message' | 'upstream' | 'remoteId' | 'part' | 'status' | 'attempt'>

const KNOWN = statement(
  'message_event.known',
  `select message_id as message, upstream, remote_id as "remoteId", part, state as status, attempt from message_event
   where account_id = any($1::uuid[]) and message_id = any($2::uuid[])`,
)

/** The facts already known of some messages. */
export async function knownEvents(
  tx: Tx,
  messages: readonly { readonly account: AccountId; readonly id: MessageId }[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const rows = await tx.run<EventKeyRow>(KNOWN, [
    idArray([...new Set(messages.map((m) => m.account))]),
    idArray(messages.map((m) => m.id)),
  ])
  return new Set(rows.map(eventKey))
}
