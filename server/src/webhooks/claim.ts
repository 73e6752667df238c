import type { AccountId, WebhookDeliveryId, WebhookEndpointId } from '@hongyan/contract/ids'
import { HOUR, SECOND } from '@hongyan/contract/durations'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { WebhookDeliveryState, type WebhookEnvelope, type WebhookFormat } from '@hongyan/contract/vocabulary/webhook'
import type { Pool } from 'pg'
import { alone, inTransaction, statement, type Tx } from '../db/tx.ts'
import { renderBody } from './body.ts'
import { eventsOf, type WaitingEvent } from './events.ts'
import { HAS_ROOM_FOR_RETRY, requestsAnd, ROOM } from './rates.ts'

/**
 * `proved`: the endpoint took its last request, not long ago. `failing`: it did not. `untried`: it has had none of late, so
 * nobody knows whether it answers.
 */
export const standings = ['proved', 'untried', 'failing'] as const
export type Standing = (typeof standings)[number]

/** An endpoint's requests are prepared and sent with this. */
export interface Target {
  readonly account: AccountId
  readonly id: WebhookEndpointId
  readonly url: string
  readonly failoverUrl: string | null
  readonly format: WebhookFormat
  readonly envelope: WebhookEnvelope
  readonly batch: number
  readonly schedule: 'standard' | 'fast'
  readonly tries: number
  readonly sealedHeaders: string
  readonly signed: boolean
  readonly sealedSecret: string
  readonly sealedOldSecret: string | null
  readonly oldSecretUntil: Date | null
  /** Failures since the last success. */
  readonly failures: number
  readonly succeededAt: Date | null
}

/** A request to be sent. */
export interface Claimed {
  readonly target: Target
  readonly id: WebhookDeliveryId
  readonly contentType: string
  readonly body: string
  readonly createdAt: Date
  /** Tries so far, and those since it was created or replayed. */
  readonly tries: number
  readonly round: number
}

/** A claimed delivery that no process finishes is due again after this, under the same id and body. */
export const LEASE = 60 * SECOND
const LANES_AT_ONCE = 200
const NIL = '00000000-0000-0000-0000-000000000000'
/** An endpoint that has taken a request within this time is expected to take the next one. */
const PROVED_FOR = HOUR
const STANDING = `case when e.failures > 0 then 'failing'
    when e.succeeded_at > $1::timestamptz - interval '${PROVED_FOR / HOUR} hours' then 'proved' else 'untried' end`

export const TARGET = `e.account_id as account, e.id, e.url, e.failover_url as "failoverUrl", e.format, e.envelope, e.batch, e.schedule,
  e.tries, e.sealed_headers as "sealedHeaders", e.signed, e.sealed_secret as "sealedSecret",
  e.sealed_old_secret as "sealedOldSecret", e.old_secret_until as "oldSecretUntil", e.failures, e.succeeded_at as "succeededAt"`

const IS_OPEN = `e.is_on and e.disabled_at is null and (e.paused_until is null or e.paused_until <= $1)`

/** Steps from endpoint to endpoint in the index, so that its cost does not grow with the events that wait. */
const LANES = statement(
  'webhook_due.lanes',
  `with recursive lane as (
     (select account_id, endpoint_id from webhook_due where (account_id, endpoint_id) > ($4, $5)
       order by account_id, endpoint_id limit 1)
     union all
     select n.account_id, n.endpoint_id from lane l cross join lateral (
       select d.account_id, d.endpoint_id from webhook_due d
        where (d.account_id, d.endpoint_id) > (l.account_id, l.endpoint_id)
        order by d.account_id, d.endpoint_id limit 1
     ) n
   )
   select ${TARGET} from lane join webhook_endpoint e on e.account_id = lane.account_id and e.id = lane.endpoint_id
    where ${IS_OPEN} and not e.id = any($2::uuid[]) and ${STANDING} = any($3::text[]) and (e.rate is null or ${ROOM} > 0)
    order by lane.account_id, lane.endpoint_id limit ${LANES_AT_ONCE}`,
)

/**
 * Takes events for as many requests as the rate of their endpoint leaves. While another process takes, it leaves none. An
 * endpoint that was switched off meanwhile has no types; what it will want again stays wanted.
 */
const TAKE = statement(
  'webhook_due.take',
  `with rated as (
     select e.account_id, e.id, ${ROOM} as room from unnest($1::uuid[], $2::uuid[]) as l(account_id, endpoint_id)
       join webhook_endpoint e on e.account_id = l.account_id and e.id = l.endpoint_id
      where e.rate is not null and ${ROOM} > 0 for no key update of e skip locked
   )
   select d.endpoint_id as endpoint, d.account_id as account, d.id, d.type, d.at, d.message_id as message, d.previous,
     d.parts_delivered as "partsDelivered", d.sequence, d.error_code as error, d.upstream_code as "upstreamCode", d.data,
     not e.is_on or d.type = any(e.types) as wanted
   from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[]) as l(account_id, endpoint_id, most, batch)
   join webhook_endpoint e on e.account_id = l.account_id and e.id = l.endpoint_id
   left join rated r on r.account_id = e.account_id and r.id = e.id
   cross join lateral (
     select * from webhook_due d where d.account_id = l.account_id and d.endpoint_id = l.endpoint_id
      order by d.id limit l.batch * case when e.rate is null then l.most else least(l.most, coalesce(r.room, 0)) end
      for update skip locked
   ) d`,
)

const REMOVE = statement(
  'webhook_due.remove',
  `delete from webhook_due d using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as r(account_id, endpoint_id, id)
    where d.account_id = r.account_id and d.endpoint_id = r.endpoint_id and d.id = r.id`,
)

const CREATE = statement(
  'webhook_delivery.create',
  `with d as (
     select * from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::smallint[], $10::text[],
       $11::text[]) as d(account_id, endpoint_id, id, type, message_id, messages, events, content_type, body)
   ), counted as (
     update webhook_endpoint e set requests = ${requestsAnd('n.created')}, last_is_retry = false
      from (select account_id, endpoint_id, count(*)::integer as created from d group by account_id, endpoint_id) n
      where e.account_id = n.account_id and e.id = n.endpoint_id and e.rate is not null
   )
   insert into webhook_delivery (account_id, endpoint_id, id, type, message_id, messages, events, state, created_at, sending_at,
     next_at, content_type, body)
   select account_id, endpoint_id, id, type, message_id, messages::uuid[], events, ${WebhookDeliveryState.Pending}, $1, $1, $2,
     content_type, body
   from d`,
)

export function standingOf({ failures, succeededAt }: Target, now: Date): Standing {
  if (failures > 0) return 'failing'
  return succeededAt !== null && now.getTime() - succeededAt.getTime() < PROVED_FOR ? 'proved' : 'untried'
}

/** The place at which a sweep over all endpoints goes on. */
export interface Place {
  readonly account: string
  readonly id: string
}
export const START: Place = { account: NIL, id: NIL }

/** A request for endpoints: which ones may be called now, and the place behind which they are. */
export interface Sweep {
  readonly busy: readonly WebhookEndpointId[]
  readonly standings: readonly Standing[]
  readonly after: Place
}

/** The next endpoints with events that wait, and the place for the next sweep. */
export async function waitingLanes(
  pool: Pool,
  now: Date,
  { busy, standings: allowed, after }: Sweep,
): Promise<{ readonly lanes: readonly Target[]; readonly next: Place }> {
  const lanes = await alone(pool).run<Target>(LANES, [now, busy, allowed, after.account, after.id])
  return { lanes, next: lanes.length < LANES_AT_ONCE ? START : (lanes.at(-1) ?? START) }
}

interface TakenEvent extends WaitingEvent {
  readonly wanted: boolean
}

interface Lane {
  readonly target: Target
  /** The most requests that it may have now. */
  readonly room: number
}

/**
 * Makes requests of the events that wait, and claims them. The first event's id is the id of its request: it stays the
 * same at every try, as does the body, which is stored before the first one. A batch that is not full waits a second.
 */
export const claimWaiting = (pool: Pool, lanes: readonly Lane[], now: Date): Promise<readonly Claimed[]> =>
  inTransaction(pool, async (tx) => {
    const rows = await tx.run<TakenEvent>(TAKE, [
      lanes.map(({ target }) => target.account),
      lanes.map(({ target }) => target.id),
      lanes.map(({ room }) => room),
      lanes.map(({ target }) => target.batch),
    ])
    const stray = await dropStray(tx, lanes, rows)
    const byEndpoint = groupByEndpoint(rows.filter((row) => !stray.has(row.id)))
    const batches = lanes.flatMap(({ target }) =>
      batchesOf(byEndpoint.get(target.id) ?? [], target, now).map((events) => ({ target, events })),
    )
    if (batches.length === 0) return []
    const known = await eventsOf(
      tx,
      batches.flatMap(({ events }) => events),
    )
    const claimed = batches.map(({ target, events }) => {
      const list = target.batch > 1
      const bodies = events.map((event) => known(event))
      const { contentType, body } = renderBody(bodies, { format: target.format, envelope: target.envelope, list })
      return { target, events, contentType, body }
    })
    const all = claimed.flatMap(({ events }) => events)
    await remove(tx, all)
    await tx.run(CREATE, [
      now,
      new Date(now.getTime() + LEASE),
      claimed.map(({ target }) => target.account),
      claimed.map(({ target }) => target.id),
      claimed.map(({ events }) => events[0]?.id),
      claimed.map(({ events }) => events[0]?.type),
      claimed.map(({ events }) => events[0]?.message),
      claimed.map(({ events }) => `{${messagesOf(events).join(',')}}`),
      claimed.map(({ events }) => events.length),
      claimed.map(({ contentType }) => contentType),
      claimed.map(({ body }) => body),
    ])
    return claimed.map(({ target, events, contentType, body }) => ({
      target,
      id: events[0]?.id as WebhookDeliveryId, // a batch has an event
      contentType,
      body,
      createdAt: now,
      tries: 0,
      round: 0,
    }))
  })

/**
 * Removes the events that their endpoint no longer wants or its envelope cannot carry: they waited, or were collected,
 * while its owner changed it. Returns their ids.
 */
async function dropStray(tx: Tx, lanes: readonly Lane[], rows: readonly TakenEvent[]): Promise<ReadonlySet<string>> {
  const flat = new Set(lanes.flatMap(({ target }) => (target.envelope === 'compatible' ? [target.id] : [])))
  const stray = rows.filter(({ endpoint, message, wanted }) => !wanted || (message === null && flat.has(endpoint)))
  if (stray.length > 0) await remove(tx, stray)
  return new Set(stray.map(({ id }) => id))
}

const remove = (tx: Tx, events: readonly WaitingEvent[]): Promise<unknown> =>
  tx.run(REMOVE, [
    events.map(({ account }) => account),
    events.map(({ endpoint }) => endpoint),
    events.map(({ id }) => id),
  ])

function groupByEndpoint(rows: readonly WaitingEvent[]): ReadonlyMap<WebhookEndpointId, readonly WaitingEvent[]> {
  const groups = new Map<WebhookEndpointId, WaitingEvent[]>()
  for (const row of rows) {
    const group = groups.get(row.endpoint)
    if (group === undefined) groups.set(row.endpoint, [row])
    else group.push(row)
  }
  return groups
}

/** The batches that may leave now: full ones, and one whose first event has waited long enough. */
function batchesOf<Event extends { readonly at: Date }>(
  waiting: readonly Event[],
  { batch }: Pick<Target, 'batch'>,
  now: Date,
): readonly (readonly Event[])[] {
  const batches: (readonly Event[])[] = []
  for (let start = 0; start < waiting.length; start += batch) {
    const events = waiting.slice(start, start + batch)
    const oldest = events[0]?.at.getTime() ?? now.getTime()
    if (events.length === batch || now.getTime() - oldest >= limits.batchFor) batches.push(events)
  }
  return batches
}

const messagesOf = (events: readonly WaitingEvent[]): readonly string[] => [
  ...new Set(events.flatMap(({ message }) => message ?? [])),
]

interface DueRow extends Target {
  readonly delivery: WebhookDeliveryId
  readonly contentType: string
  readonly body: string
  readonly createdAt: Date
  readonly triesSoFar: number
  readonly round: number
}

/**
 * One delivery of each endpoint: the others of an endpoint wait until it has answered. As above, its cost grows with the
 * endpoints that have unfinished deliveries, however many these are.
 */
const RETRIES = statement(
  'webhook_delivery.claim_due',
  `with recursive lane as (
     (select account_id, endpoint_id from webhook_delivery
       where next_at is not null and (account_id, endpoint_id) > ($5, $6)
       order by account_id, endpoint_id limit 1)
     union all
     select n.account_id, n.endpoint_id from lane l cross join lateral (
       select d.account_id, d.endpoint_id from webhook_delivery d
        where d.next_at is not null and (d.account_id, d.endpoint_id) > (l.account_id, l.endpoint_id)
        order by d.account_id, d.endpoint_id limit 1
     ) n
   ), due as (
     select d.account_id, d.endpoint_id, d.id, e.rate
       from lane join webhook_endpoint e on e.account_id = lane.account_id and e.id = lane.endpoint_id
       cross join lateral (
         select d.account_id, d.endpoint_id, d.id from webhook_delivery d
          where d.account_id = e.account_id and d.endpoint_id = e.id and d.next_at <= $1 and d.body is not null
          order by d.next_at limit 1
       ) d
      where ${IS_OPEN} and not e.id = any($2::uuid[]) and ${STANDING} = any($4::text[])
        and (e.rate is null or ${HAS_ROOM_FOR_RETRY})
      order by d.account_id, d.endpoint_id limit $7
   ), rated as (
     select e.account_id, e.id from due join webhook_endpoint e on e.account_id = due.account_id and e.id = due.endpoint_id
      where e.rate is not null and ${HAS_ROOM_FOR_RETRY} for no key update of e skip locked
   ), locked as (
     select d.account_id, d.endpoint_id, d.id, d.tries, d.sending_at
       from webhook_delivery d join due using (account_id, endpoint_id, id)
       left join rated r on r.account_id = due.account_id and r.id = due.endpoint_id
      where d.next_at <= $1 and (due.rate is null or r.id is not null) for update of d skip locked
   ), lost as (
     insert into webhook_try (account_id, endpoint_id, delivery_id, nr, at, url, failure)
     select l.account_id, l.endpoint_id, l.id, l.tries + 1, l.sending_at, e.url, 'lost'
       from locked l join webhook_endpoint e on e.account_id = l.account_id and e.id = l.endpoint_id
      where l.sending_at is not null
     on conflict do nothing
   ), claimed as (
     update webhook_delivery d set next_at = $3, sending_at = $1,
       tries = d.tries + case when l.sending_at is null then 0 else 1 end
      from locked l
      where d.account_id = l.account_id and d.endpoint_id = l.endpoint_id and d.id = l.id
     returning d.*
   ), counted as (
     update webhook_endpoint e set requests = ${requestsAnd('1')}, last_is_retry = true
      from claimed c where e.account_id = c.account_id and e.id = c.endpoint_id and e.rate is not null
   )
   select ${TARGET}, d.id as delivery, d.content_type as "contentType", d.body, d.created_at as "createdAt",
     d.tries as "triesSoFar", d.round
   from claimed d join webhook_endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id`,
)

/** Claims deliveries whose next try is due, or whose process has died. The try of a dead process is logged as lost. */
export async function claimRetries(
  pool: Pool,
  now: Date,
  { busy, standings: allowed, after, most }: Sweep & { readonly most: number },
): Promise<{ readonly claimed: readonly Claimed[]; readonly next: Place }> {
  const lease = new Date(now.getTime() + LEASE)
  const rows = await alone(pool).run<DueRow>(RETRIES, [now, busy, lease, allowed, after.account, after.id, most])
  const claimed = rows.map(({ delivery, contentType, body, createdAt, triesSoFar, round, ...target }) => ({
    target,
    id: delivery,
    contentType,
    body,
    createdAt,
    tries: triesSoFar,
    round,
  }))
  const last = rows.toSorted((a, b) => (a.account + a.id < b.account + b.id ? 1 : -1))[0]
  return { claimed, next: rows.length < most || last === undefined ? START : last }
}

const SEND_AGAIN = statement(
  'webhook_delivery.send_again',
  `update webhook_delivery d set next_at = $1
    from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as r(account_id, endpoint_id, id)
    where d.account_id = r.account_id and d.endpoint_id = r.endpoint_id and d.id = r.id and d.sending_at is not null`,
)

/** Ends the leases of claims, as if their process had died. */
export async function sendAgainNow(
  tx: Tx,
  claims: readonly Pick<Claimed, 'target' | 'id'>[],
  now: Date,
): Promise<void> {
  if (claims.length === 0) return
  await tx.run(SEND_AGAIN, [
    now,
    claims.map(({ target }) => target.account),
    claims.map(({ target }) => target.id),
    claims.map(({ id }) => id),
  ])
}
