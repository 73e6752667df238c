import type { WebhookDelivery, WebhookTry } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { MessageWebhook } from '@hongyan/contract/endpoints/messaging/messages'
import type { AccountId, MessageId, WebhookDeliveryId, WebhookEndpointId } from '@hongyan/contract/ids'
import { WebhookDeliveryState, type WebhookFailure } from '@hongyan/contract/vocabulary/webhook'
import type { Pool } from 'pg'
import { alone, statement } from '../db/tx.ts'
import { Refusal } from '../kit/refusal.ts'
import { idsBetween } from './moments.ts'

interface LogDeps {
  readonly pool: Pool
}

interface DeliveryRow {
  readonly id: WebhookDeliveryId
  readonly type: string
  readonly message_id: string | null
  readonly events: number
  readonly state: WebhookDeliveryState
  readonly tries: number
  readonly code: number | null
  readonly failure: WebhookFailure | null
  readonly latency_ms: number | null
  readonly created_at: Date
  readonly tried_at: Date | null
  readonly next_at: Date | null
}

/** The `webhook-id` of a delivery, the same at every try. */
export const webhookIdOf = (delivery: string): string => `msg_${delivery.replaceAll('-', '')}`

const present = ({ created_at: created, tried_at: tried, next_at: next, ...row }: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhook_id: webhookIdOf(row.id),
  type: row.type,
  message_id: row.message_id,
  events: row.events,
  state: row.state,
  tries: row.tries,
  code: row.code,
  failure: row.failure,
  latency_ms: row.latency_ms,
  created_at: created.toISOString(),
  tried_at: tried?.toISOString() ?? null,
  next_at: next?.toISOString() ?? null,
})

/** An endpoint that is off gets no further try before it is on. */
const NEXT = `case when (select e.is_on and e.disabled_at is null from webhook_endpoint e
     where e.account_id = $1 and e.id = $2) then next_at end as next_at`
const STORED = `id, type, message_id, events, state, tries, code, failure, latency_ms, created_at, tried_at`
const COLUMNS = `${STORED}, ${NEXT}`
const OF_ENDPOINT = `from webhook_delivery where account_id = $1 and endpoint_id = $2`

const { Pending, Succeeded, Failing, Failed } = WebhookDeliveryState

/** The most deliveries that a list looks at: an endpoint may have many millions. */
const LOOKED_AT = 100_000
/** $3 to $5 are filters; null: all. */
const FILTERS = `($3::text is null or type = $3) and ($4::timestamptz is null or created_at >= $4)
    and ($5::timestamptz is null or created_at < $5)`
/** $6 and $7 are ids that the moments lie between. */
const BETWEEN = `${OF_ENDPOINT} and id >= $6::uuid and id < $7::uuid`
const newest = (rows: string): string => `(select ${STORED}, next_at ${rows} order by id desc limit ${LOOKED_AT}) d`

/**
 * Deliveries of a state, from an index that has no others: those on their way have a next try, and the failed ones have
 * an index of their own. Successes are found among the newest deliveries, which most of them are.
 */
const SOURCES = {
  all: `from ${newest(BETWEEN)} where ${FILTERS}`,
  [Pending]: `from (select ${STORED}, next_at ${BETWEEN} and state = ${Pending} and next_at is not null limit ${LOOKED_AT}) d
    where ${FILTERS}`,
  [Succeeded]: `from ${newest(BETWEEN)} where state = ${Succeeded} and ${FILTERS}`,
  [Failing]: `from ${newest(`${BETWEEN} and state = ${Failing}`)} where ${FILTERS}`,
  [Failed]: `from ${newest(`${BETWEEN} and state = ${Failed}`)} where ${FILTERS}`,
} as const

/**
 * $6 is the message, $7 a state or null. A message has few deliveries. Materialized: else the limit leads the plan along
 * every delivery of the endpoint.
 */
const FEW = `with of_message as materialized (select * ${OF_ENDPOINT} and messages @> array[$6::uuid])`
const OF_MESSAGE_FILTERED = `from of_message where ${FILTERS} and ($7::smallint is null or state = $7)`

const COUNTED_MOST = 10_000
const read = (name: string, source: string) => ({
  list: statement(`webhook_delivery.list_${name}`, `select ${COLUMNS} ${source} order by id desc limit $8 offset $9`),
  count: statement(
    `webhook_delivery.count_${name}`,
    `select count(*)::integer as count from (select ${source} limit ${COUNTED_MOST}) c`,
  ),
})
const READ = {
  all: read('all', SOURCES.all),
  [Pending]: read('pending', SOURCES[Pending]),
  [Succeeded]: read('succeeded', SOURCES[Succeeded]),
  [Failing]: read('failing', SOURCES[Failing]),
  [Failed]: read('failed', SOURCES[Failed]),
  message: {
    list: statement(
      'webhook_delivery.list_of_message',
      `${FEW} select ${COLUMNS} ${OF_MESSAGE_FILTERED} order by id desc limit $8 offset $9`,
    ),
    count: statement(
      'webhook_delivery.count_of_message',
      `${FEW} select count(*)::integer as count ${OF_MESSAGE_FILTERED}`,
    ),
  },
} as const

export interface DeliveryFilters {
  readonly status?: WebhookDeliveryState | undefined
  readonly type?: string | undefined
  /** A message id in any of its forms; one that is none finds nothing. */
  readonly message?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit: number
  readonly offset: number
}

const HEX_ID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/**
 * The deliveries of an endpoint, newest first, and how many there are, counted to 10,000. A filter by type, or for
 * successes, finds what is among the newest 100,000 before `to`.
 */
export async function listDeliveries(
  { pool }: LogDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  { status, type, message, from, to, limit, offset }: DeliveryFilters,
): Promise<{ readonly rows: WebhookDelivery[]; readonly total: number }> {
  if (message !== undefined && !HEX_ID.test(message)) return { rows: [], total: 0 }
  const db = alone(pool)
  const filters = [account, endpoint, type ?? null, from ?? null, to ?? null]
  if (message === undefined) filters.push(...(await idsBetween(db, account, endpoint, { from, to })))
  const values = message === undefined ? filters : [...filters, message, status ?? null]
  const { list, count } = READ[message === undefined ? (status ?? 'all') : 'message']
  const [rows, [counted]] = await Promise.all([
    db.run<DeliveryRow>(list, [...values, limit, offset]),
    db.run<{ readonly count: number }>(count, values),
  ])
  return { rows: rows.map(present), total: counted?.count ?? 0 }
}

/** True in SQL where endpoint $2 of account $1 exists: the rows of a removed one stay until the upkeep deletes them. */
export const IS_THERE = `exists (select from webhook_endpoint e where e.account_id = $1 and e.id = $2)`
const FIND = statement('webhook_delivery.find', `select ${COLUMNS} ${OF_ENDPOINT} and id = $3 and ${IS_THERE}`)
const TRIES = statement(
  'webhook_try.list',
  `select nr as number, at, url, code, failure, latency_ms, request_headers, request_body, response_headers, response_body
   from webhook_try where account_id = $1 and endpoint_id = $2 and delivery_id = $3 order by nr desc`,
)

type DeliveryDetail = WebhookDelivery & { attempts: WebhookTry[] }

/** A delivery with its tries, newest first. */
export async function readDelivery(
  { pool }: LogDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  id: WebhookDeliveryId,
): Promise<DeliveryDetail> {
  const db = alone(pool)
  const [row] = await db.run<DeliveryRow>(FIND, [account, endpoint, id])
  if (row === undefined) throw new Refusal('not_found')
  const tries = await db.run<Omit<WebhookTry, 'at'> & { readonly at: Date }>(TRIES, [account, endpoint, id])
  return { ...present(row), attempts: tries.map((one) => ({ ...one, at: one.at.toISOString() })) }
}

const MESSAGE_MOST = 100
const OF_MESSAGE = statement(
  'webhook_delivery.of_message',
  `with d as materialized (select * from webhook_delivery where account_id = $1 and messages @> array[$2::uuid])
   select d.id, d.type, d.events, d.state, d.code, d.created_at, d.tried_at, e.id as endpoint_id, e.name
   from d join webhook_endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id
   order by d.id desc limit ${MESSAGE_MOST}`,
)

type MessageRow = Pick<DeliveryRow, 'id' | 'type' | 'events' | 'state' | 'code' | 'created_at' | 'tried_at'> & {
  readonly endpoint_id: WebhookEndpointId
  readonly name: string
}

/** The deliveries of a message's events to all endpoints, newest first. */
export async function deliveriesOfMessage(
  { pool }: LogDeps,
  account: AccountId,
  message: MessageId,
): Promise<MessageWebhook[]> {
  const rows = await alone(pool).run<MessageRow>(OF_MESSAGE, [account, message])
  return rows.map(({ endpoint_id: id, name, created_at: created, tried_at: tried, ...row }) => ({
    ...row,
    endpoint: { id, name },
    created_at: created.toISOString(),
    tried_at: tried?.toISOString() ?? null,
  }))
}
