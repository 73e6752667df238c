import type { WebhookDelivery, WebhookTry } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import type { MessageWebhook } from '@hongyan/contract/endpoints/messaging/messages'
import type { AccountId, MessageId, WebhookDeliveryId, WebhookEndpointId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { WebhookDeliveryState, type WebhookFailure } from '@hongyan/contract/vocabulary/webhook'
import type { Pool } from 'pg'
import { alone, statement } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'
import { Refusal } from '../kit/refusal.ts'

interface LogDeps {
  readonly pool: Pool
  readonly clock: Clock
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
const COLUMNS = `id, type, message_id, events, state, tries, code, failure, latency_ms, created_at, tried_at, ${NEXT}`
const OF_ENDPOINT = `from webhook_delivery where account_id = $1 and endpoint_id = $2`

/** $3 to $6 are filters; null: all. */
const FILTERS = `($3::smallint is null or state = $3) and ($4::text is null or type = $4)
    and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)`
const ALL = `${OF_ENDPOINT} and ${FILTERS}`
/** A message has few deliveries. Materialized: else the limit leads the plan along every delivery of the endpoint. */
const FEW = `with of_message as materialized (select * ${OF_ENDPOINT} and messages @> array[$7::uuid])`

const COUNTED_MOST = 10_000
const LIST = {
  all: statement('webhook_delivery.list', `select ${COLUMNS} ${ALL} order by id desc limit $7 offset $8`),
  message: statement(
    'webhook_delivery.list_of_message',
    `${FEW} select ${COLUMNS} from of_message where ${FILTERS} order by id desc limit $8 offset $9`,
  ),
}
const COUNT = {
  all: statement(
    'webhook_delivery.count',
    `select count(*)::integer as count from (select ${ALL} limit ${COUNTED_MOST}) c`,
  ),
  message: statement(
    'webhook_delivery.count_of_message',
    `${FEW} select count(*)::integer as count from of_message where ${FILTERS}`,
  ),
}

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

/** The deliveries of an endpoint, newest first, and how many there are, counted to 10,000. */
export async function listDeliveries(
  { pool }: LogDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  { status, type, message, from, to, limit, offset }: DeliveryFilters,
): Promise<{ readonly rows: WebhookDelivery[]; readonly total: number }> {
  if (message !== undefined && !HEX_ID.test(message)) return { rows: [], total: 0 }
  const filters = [account, endpoint, status ?? null, type ?? null, from ?? null, to ?? null]
  if (message !== undefined) filters.push(message)
  const scope = message === undefined ? 'all' : 'message'
  const db = alone(pool)
  const [rows, [counted]] = await Promise.all([
    db.run<DeliveryRow>(LIST[scope], [...filters, limit, offset]),
    db.run<{ readonly count: number }>(COUNT[scope], filters),
  ])
  return { rows: rows.map(present), total: counted?.count ?? 0 }
}

const FIND = statement('webhook_delivery.find', `select ${COLUMNS} ${OF_ENDPOINT} and id = $3`)
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
  { pool }: Pick<LogDeps, 'pool'>,
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

/** A delivery on its way is left as it is: it is tried anyway. */
const REPLAY = `update webhook_delivery set state = ${WebhookDeliveryState.Pending}, round = 0, next_at = $3
   where account_id = $1 and endpoint_id = $2 and body is not null and sending_at is null`
const REPLAY_ONE = statement('webhook_delivery.replay', `${REPLAY} and id = $4`)
const REPLAY_MANY = statement(
  'webhook_delivery.replay_many',
  `with chosen as (
     select id ${OF_ENDPOINT} and created_at >= $4 and created_at <= $5
       and state = any($6::smallint[]) order by id limit ${limits.replayMax}
   )
   ${REPLAY} and id in (select id from chosen) returning id`,
)

/** Delivers again, with the same `webhook-id` and body. */
export async function replay(
  deps: LogDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  id: WebhookDeliveryId,
): Promise<WebhookDelivery> {
  await alone(deps.pool).run(REPLAY_ONE, [account, endpoint, deps.clock.now(), id])
  const { attempts: _attempts, ...delivery } = await readDelivery(deps, account, endpoint, id)
  return delivery
}

const REPLAYED = {
  all: [WebhookDeliveryState.Succeeded, WebhookDeliveryState.Failed],
  failed: [WebhookDeliveryState.Failed],
} as const

/** Delivers again what ended and was first delivered in a range. Returns how many deliveries that are. */
export async function replayMany(
  { pool, clock }: LogDeps,
  account: AccountId,
  endpoint: WebhookEndpointId,
  { from, to, state }: { readonly from: string; readonly to: string; readonly state: keyof typeof REPLAYED },
): Promise<number> {
  const rows = await alone(pool).run(REPLAY_MANY, [account, endpoint, clock.now(), from, to, [...REPLAYED[state]]])
  return rows.length
}
