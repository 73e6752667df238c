import { type AccountId, type BroadcastId, type CredentialId, type MessageId, wireId } from '@hongyan/contract/ids'
import { list } from '@hongyan/contract/limits/screens'
import type { Micros } from '@hongyan/contract/money'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type MessageChannel, MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { MatchedRule } from '../../../pipeline/planned-route.ts'
import type { Skipped } from '../../../pipeline/route.ts'
import { bodiesOf } from '../../../gateway/bodies.ts'
import { IS_CHARGED, IS_DELIVERED } from '../../../gateway/charged.ts'
import { CURRENT_STATUS, type LogScope } from './filter.ts'

/** A message with its body, as far as it is kept, and with the names that its row refers to. */
export interface MessageRow {
  readonly id: MessageId
  readonly request_id: string
  readonly client_ref: string | null
  readonly accepted_at: Date
  readonly valid_until: Date
  readonly waits_until: Date | null
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
  readonly broadcast_id: BroadcastId | null
  readonly broadcast_name: string | null
  readonly unicode: boolean
  readonly parts: number
  readonly parts_delivered: number
  readonly unit_price_micros: Micros
  readonly price_micros: Micros
  readonly status: MessageStatus
  readonly error_code: string | null
  readonly upstream_code: string | null
  readonly upstream: string | null
  readonly upstream_name: string | null
  readonly passed_over: readonly Skipped[] | null
  readonly route_rule: MatchedRule | null
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

/** The id of a managed channel by the code of its link; null for the product's own. */
const CHANNEL_OF = (code: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(code)} ~ '^[0-9a-f]{32}$' then ${sql.ref(code)}::uuid end`

/** Only a marketing message that was not handed over can wait for sending hours. */
const WAITS_UNTIL = sql`case when m.status = ${sql.lit(MessageStatus.Accepted)} and m.scene = ${sql.lit(MessageScene.Marketing)} then (
    select d.opens_at from deferred d where d.account_id = m.account_id and d.id = m.id) end`

const SHOWN = sql`m.id, m.request_id, m.client_ref, m.accepted_at, m.valid_until, ${WAITS_UNTIL} as waits_until, m.sent_at, m.done_at, m.country,
  m.to_last4, m.sender, m.sender_shown, m.channel, m.scene, m.template_id, m.template_version,
  (select v.name from template_version v where v.account_id = m.account_id and v.version = m.template_version
    and v.template_id = case when m.template_id not like 'pub\\_%' then m.template_id::uuid end) as template_name,
  m.credential_id, (select c.key from credential c where c.account_id = m.account_id and c.id = m.credential_id)
    as credential_key,
  m.broadcast_id, (select b.name from broadcast b where b.account_id = m.account_id and b.id = m.broadcast_id)
    as broadcast_name,
  m.unicode, m.parts, m.parts_delivered, m.unit_price_micros, m.price_micros, ${CURRENT_STATUS} as status,
  m.error_code, m.upstream_code, m.upstream, m.passed_over, m.route_rule, (
    select u.name from upstream u where u.account_id = m.account_id and u.id = ${CHANNEL_OF('m.upstream')}) as upstream_name,
  m.retention_days, m.hold_entry, h.at as held_at,
  m.settle_entry, s.kind as settle_kind, s.at as settled_at`

const AROUND = sql`left join ledger_entry h on h.account_id = m.account_id and h.id = m.hold_entry
  left join ledger_entry s on s.account_id = m.account_id and s.id = m.settle_entry`

export const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

/** The newest rows `m` of a scope before an id. */
const newest = ({ account, from, keys }: LogScope, before: string, most: number) =>
  sql`from message m where m.account_id = ${account} and m.id >= ${from} and m.id < ${before} and ${all(keys)}
    order by m.id desc limit ${most}`

/** Rows that are compared with the filters between two checks of the time. */
const AT_ONCE = 10_000
/** The rows of the first step where no total is wanted: most filters match often. */
const AT_FIRST = 1_000
/** Milliseconds after which a call returns what it found. */
const SCAN_MILLIS = 150

interface Found {
  readonly ids: readonly MessageId[]
  /** The id before which the next page begins; null behind the last row. */
  readonly next: string | null
  /** The matches among the rows of the first step, of which `isExact` says whether they are all. */
  readonly total: { readonly rows: number; readonly isExact: boolean }
}

interface Step {
  /** The newest matches, as many as were wanted. */
  readonly ids: readonly MessageId[]
  readonly matches: number
  readonly read: number
  /** The last row of a full step. */
  readonly last: string | null
}

/** Compares the newest `most` rows of a scope before an id with its filters, in one pass. */
async function compare(
  db: Kysely<Schema>,
  scope: LogScope,
  before: string,
  most: number,
  wanted: number,
): Promise<Step> {
  const { rows } = await sql<Omit<Step, 'ids'> & { ids: readonly MessageId[] | null }>`
    select (array_agg(id) filter (where hit))[1:${wanted}] as ids, count(*) filter (where hit)::integer as matches,
      count(*)::integer as read, (array_agg(id))[${most}] as last
    from (select m.id, ${all(scope.filters)} as hit ${newest(scope, before, most)}) compared`.execute(db)
  const [step] = rows
  if (step === undefined) throw new Error('an aggregate without a row')
  return { ...step, ids: step.ids ?? [] }
}

/** The rows of a page's first step. Where all rows match, it reads no more than the page or its total needs. */
function firstStep({ filters }: LogScope, limit: number, hasTotal: boolean): number {
  if (filters.length === 0) return hasTotal ? list.exactTotalUpTo + 1 : limit + 1
  return hasTotal ? AT_ONCE : AT_FIRST
}

/**
 * Finds the newest messages of a scope. Filters without an index compare rows one by one, so a call compares a bounded
 * number of them and returns where it stopped. `hasTotal` asks for a first step that is worth a total.
 */
export async function findIds(
  db: Kysely<Schema>,
  scope: LogScope,
  { before, limit, hasTotal }: { readonly before: string; readonly limit: number; readonly hasTotal: boolean },
): Promise<Found> {
  const started = performance.now()
  const ids: MessageId[] = []
  let end = before
  let total: Found['total'] | undefined
  for (let most = firstStep(scope, limit, hasTotal); ; most = AT_ONCE) {
    const missing = limit - ids.length
    const { ids: found, matches, read, last } = await compare(db, scope, end, most, missing + 1)
    total ??= { rows: matches, isExact: read < most }
    ids.push(...found.slice(0, missing))
    if (found.length > missing) return { ids, next: ids.at(-1) ?? null, total }
    if (last === null) return { ids, next: null, total }
    if (performance.now() - started > SCAN_MILLIS) return { ids, next: last, total }
    end = last
  }
}

/** The rows of a summary: a few milliseconds, whatever the range. */
const SUMMARY_ROWS = 2_000

export interface Summary {
  readonly messages: number
  readonly delivered: number
  readonly charged: Micros
  readonly median: number | null
  readonly read: number
}

const DELIVERED = sql.raw(IS_DELIVERED)
const CHARGED = sql.raw(IS_CHARGED)

/** Sums up the messages of a scope among its newest rows. */
export async function summarise(db: Kysely<Schema>, scope: LogScope): Promise<Summary & { readonly isExact: boolean }> {
  const matches = all(scope.filters)
  const { rows } = await sql<Summary>`
    select count(*) filter (where ${matches})::integer as messages,
      count(*) filter (where ${matches} and ${DELIVERED})::integer as delivered,
      coalesce(sum(m.price_micros) filter (where ${matches} and ${CHARGED}), 0)::bigint as charged,
      (percentile_disc(0.5) within group (order by date_part('epoch', m.done_at - m.accepted_at))
        filter (where ${matches} and ${DELIVERED}) * 1000)::integer as median,
      count(*)::integer as read
    from (select m.* ${newest(scope, scope.to, SUMMARY_ROWS)}) m`.execute(db)
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
  /** The limit that stopped the message, or its move to another upstream, as JSON. */
  readonly detail: string | null
}

/** Reads the facts of a message, oldest first. */
export async function readEvents(db: Kysely<Schema>, account: AccountId, id: MessageId): Promise<readonly EventRow[]> {
  const { rows } = await sql<EventRow>`select upstream, remote_id, part, state, applied, at, error_code, upstream_code,
      attempt, latency_ms, repeats, detail
    from message_event where account_id = ${account} and message_id = ${id} order by at, attempt = 0, attempt, part, state`.execute(
    db,
  )
  return rows
}

/** The names of an account's channels, by the codes of their links. */
export async function readChannelNames(db: Kysely<Schema>, account: AccountId): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('upstream').select(['id', 'name']).where('account_id', '=', account).execute()
  return new Map(rows.map(({ id, name }) => [wireId(id), name]))
}

/** Reads the whole number of a message's recipient; null once it is no longer kept. */
export async function readRecipient(db: Kysely<Schema>, account: AccountId, id: MessageId): Promise<string | null> {
  return (await bodiesOf(db, account, [id])).get(id)?.recipient ?? null
}

export async function currencyOf(db: Kysely<Schema>, account: AccountId): Promise<Currency> {
  const { currency } = await db
    .selectFrom('account')
    .select('currency')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return currency
}
