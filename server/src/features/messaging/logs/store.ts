import type { AccountId, CredentialId, MessageId } from '@hongyan/contract/ids'
import { list } from '@hongyan/contract/limits/screens'
import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type MessageChannel, type MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { PassedOver } from '../../../pipeline/route.ts'
import { bodiesOf } from '../../../gateway/bodies.ts'
import { CURRENT_STATUS, type LogScope } from './filter.ts'

/** A message with its body, as far as it is kept, and with the names that its row refers to. */
export interface MessageRow {
  readonly id: MessageId
  readonly request_id: string
  readonly client_ref: string | null
  readonly accepted_at: Date
  readonly valid_until: Date
  readonly sent_at: Date | null
  readonly done_at: Date | null
  readonly country: string
  readonly to_last4: string
  readonly sender: string | null
  readonly sender_shown: string | null
  readonly channel: MessageChannel
  readonly scene: MessageScene
  readonly template_id: string | null
  readonly template_version: number | null
  readonly template_name: string | null
  readonly credential_id: CredentialId | null
  readonly credential_key: string | null
  readonly unicode: boolean
  readonly parts: number
  readonly parts_delivered: number
  readonly unit_price_micros: Micros
  readonly price_micros: Micros
  readonly status: MessageStatus
  readonly error_code: string | null
  readonly upstream_code: string | null
  readonly upstream: string | null
  readonly passed_over: readonly PassedOver[] | null
  readonly retention_days: number
  /** Null once it is no longer kept. */
  readonly recipient: string | null
  readonly text: string | null
  readonly hold_entry: string | null
  readonly held_at: Date | null
  readonly settle_entry: string | null
  readonly settle_kind: 'post' | 'void' | null
  readonly settled_at: Date | null
}

const SHOWN = sql`m.id, m.request_id, m.client_ref, m.accepted_at, m.valid_until, m.sent_at, m.done_at, m.country,
  m.to_last4, m.sender, m.sender_shown, m.channel, m.scene, m.template_id, m.template_version,
  (select v.name from template_version v where v.account_id = m.account_id and v.version = m.template_version
    and v.template_id = case when m.template_id not like 'pub\\_%' then m.template_id::uuid end) as template_name,
  m.credential_id, (select c.key from credential c where c.account_id = m.account_id and c.id = m.credential_id)
    as credential_key,
  m.unicode, m.parts, m.parts_delivered, m.unit_price_micros, m.price_micros, ${CURRENT_STATUS} as status,
  m.error_code, m.upstream_code, m.upstream, m.passed_over, m.retention_days, m.hold_entry, h.at as held_at,
  m.settle_entry, s.kind as settle_kind, s.at as settled_at`

const AROUND = sql`left join ledger_entry h on h.account_id = m.account_id and h.id = m.hold_entry
  left join ledger_entry s on s.account_id = m.account_id and s.id = m.settle_entry`

export const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/** Rows of a scope before an id, newest first. */
const newest = ({ account, from, keys }: LogScope, before: string, most: number) =>
  sql`select * from message where account_id = ${account} and id >= ${from} and id < ${before} and ${all(keys)}
    order by id desc limit ${most}`

/** Rows that are compared with the filters before the time is looked at. */
const AT_ONCE = 20_000
/** Milliseconds after which a call returns what it found. */
const SCAN_MILLIS = 150

interface Found {
  readonly ids: readonly MessageId[]
  /** The id before which the next page begins; null behind the last row. */
  readonly next: string | null
}

/**
 * Finds the newest messages of a scope. Filters without an index compare rows one by one, so a call compares a bounded
 * number of them and returns where it stopped.
 */
export async function findIds(db: Kysely<Schema>, scope: LogScope, before: string, limit: number): Promise<Found> {
  const started = performance.now()
  const ids: MessageId[] = []
  let end = before
  for (;;) {
    const missing = limit - ids.length
    const { rows } = await sql<{ id: MessageId }>`select m.id from (${newest(scope, end, AT_ONCE)}) m
      where ${all(scope.filters)} order by m.id desc limit ${missing + 1}`.execute(db)
    ids.push(...rows.slice(0, missing).map(({ id }) => id))
    if (rows.length > missing) return { ids, next: ids.at(-1) ?? null }
    const { rows: last } = await sql<{ id: string }>`select m.id from (${newest(scope, end, AT_ONCE)}) m
      offset ${AT_ONCE - 1}`.execute(db)
    const [stopped] = last
    if (stopped === undefined) return { ids, next: null }
    if (performance.now() - started > SCAN_MILLIS) return { ids, next: stopped.id }
    end = stopped.id
  }
}

/** Counts the messages of a scope among its newest rows, of which `isExact` says whether they are all. */
export async function countIds(db: Kysely<Schema>, scope: LogScope): Promise<{ rows: number; isExact: boolean }> {
  const most = scope.filters.length === 0 ? list.exactTotalUpTo + 1 : AT_ONCE
  const { rows } = await sql<{ rows: number; read: number }>`
    select count(*) filter (where ${all(scope.filters)})::integer as rows, count(*)::integer as read
    from (${newest(scope, scope.to, most)}) m`.execute(db)
  const { rows: found = 0, read = 0 } = rows[0] ?? {}
  return { rows: found, isExact: read < most }
}

/** The rows of a summary: some milliseconds, whatever the range. */
const SUMMARY_ROWS = 5_000

export interface Summary {
  readonly messages: number
  readonly delivered: number
  readonly charged: Micros
  readonly median: number | null
  readonly read: number
}

const DELIVERED = sql`m.status in (${sql.lit(MessageStatus.Delivered)}, ${sql.lit(MessageStatus.Read)})`
/** A message is charged with the first evidence of its hand-over, or with its delivery (semantics D5). */
const CHARGED = sql`m.hold_entry is not null and case when m.pay_for_delivered then ${DELIVERED} else m.sent_at is not null end`

/** Sums up the messages of a scope among its newest rows. */
export async function summarise(db: Kysely<Schema>, scope: LogScope): Promise<Summary & { readonly isExact: boolean }> {
  const matches = all(scope.filters)
  const { rows } = await sql<Summary>`
    select count(*) filter (where ${matches})::integer as messages,
      count(*) filter (where ${matches} and ${DELIVERED})::integer as delivered,
      coalesce(sum(m.price_micros) filter (where ${matches} and ${CHARGED}), 0)::bigint as charged,
      (percentile_disc(0.5) within group (order by extract(epoch from m.done_at - m.accepted_at) * 1000)
        filter (where ${matches} and ${DELIVERED}))::integer as median,
      count(*)::integer as read
    from (${newest(scope, scope.to, SUMMARY_ROWS)}) m`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate without a row')
  return { ...row, isExact: row.read < SUMMARY_ROWS }
}

const NO_BODY = { recipient: null, text: null } as const

/**
 * Reads messages by their ids, newest first. Their bodies are read apart: a join would plan every day's partition, which
 * takes longer than to read the page.
 */
export async function readMessages(
  db: Kysely<Schema>,
  account: AccountId,
  ids: readonly MessageId[],
): Promise<readonly MessageRow[]> {
  if (ids.length === 0) return []
  const reading = sql<Omit<MessageRow, 'recipient' | 'text'>>`select ${SHOWN} from message m ${AROUND}
    where m.account_id = ${account} and m.id = any(${[...ids]}) order by m.id desc`.execute(db)
  const [{ rows }, bodies] = await Promise.all([reading, bodiesOf(db, account, ids)])
  return rows.map((row) => ({ ...row, ...(bodies.get(row.id) ?? NO_BODY) }))
}

export interface EventRow {
  readonly upstream: string
  readonly remote_id: string
  readonly part: number
  readonly state: MessageStatus
  readonly applied: boolean
  readonly at: Date
  readonly error_code: string | null
  readonly upstream_code: string | null
  readonly attempt: number
  readonly latency_ms: number | null
  readonly repeats: number
}

/** Reads the facts of a message, oldest first. */
export async function readEvents(db: Kysely<Schema>, account: AccountId, id: MessageId): Promise<readonly EventRow[]> {
  const { rows } = await sql<EventRow>`select upstream, remote_id, part, state, applied, at, error_code, upstream_code,
      attempt, latency_ms, repeats
    from message_event where account_id = ${account} and message_id = ${id} order by at, attempt desc, part, state`.execute(
    db,
  )
  return rows
}

/** Reads the whole number of a message's recipient; null once it is no longer kept. */
export async function readRecipient(db: Kysely<Schema>, account: AccountId, id: MessageId): Promise<string | null> {
  return (await bodiesOf(db, account, [id])).get(id)?.recipient ?? null
}

/** The first message of a request; null where there is none. */
export async function firstOfRequest(
  db: Kysely<Schema>,
  account: AccountId,
  request: string,
): Promise<MessageId | null> {
  const { rows } = await sql<{ id: MessageId }>`select id from message
    where account_id = ${account} and id >= ${request} and request_id = ${request} order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function currencyOf(db: Kysely<Schema>, account: AccountId): Promise<Currency> {
  const { currency } = await db
    .selectFrom('account')
    .select('currency')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return currency
}
