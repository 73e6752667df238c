import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, MessageId } from '@hongyan/contract/ids'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { messageEvents, type OtherEventType } from '@hongyan/contract/vocabulary/webhook'
import { idArray, plainArray } from '../db/arrays.ts'
import { createShares } from '../db/shares.ts'
import { statement, type Tx } from '../db/tx.ts'
import { uuidv7 } from '../kit/ids.ts'
import type { HealthChange } from './results.ts'

/** A message whose status changed, with its facts at that moment. */
export interface StatusChange {
  readonly account: AccountId
  readonly message: MessageId
  /** Null where the message is new. */
  readonly previous: MessageStatus | null
  readonly status: MessageStatus
  readonly partsDelivered: number
  /** Grows with every fact of the message. */
  readonly sequence: number
  readonly error: ErrorCode | null
  readonly upstreamCode: string | null
}

const typeOf: ReadonlyMap<MessageStatus, string> = new Map(
  Object.entries(messageEvents).map(([type, status]) => [status, type]),
)

const MESSAGE_FITS = `exists (select from message m where m.account_id = e.account_id and m.id = c.message
       and (cardinality(e.scenes) = 0 or m.scene = any(e.scenes))
       and (cardinality(e.countries) = 0 or m.country = any(e.countries)))`

interface DueEvent {
  /** The account's place among those of the call, from 1. */
  readonly owner: number
  readonly change: StatusChange
  /** Its place among the changes of the call, from 1. */
  readonly place: number
}

/**
 * A change names its account by the place in $2, so that endpoints are looked for once an account: most accounts have
 * none, and their changes are then not even read. The id of an event is $3, a UUIDv7, with the event's place among the
 * changes within its random digits.
 */
const collect = createShares<DueEvent>(
  [
    ['owner', 'integer', ({ owner }) => owner],
    ['type', 'text', ({ change }) => typeOf.get(change.status) ?? null],
    ['previous', 'smallint', ({ change }) => change.previous],
    ['parts_delivered', 'smallint', ({ change }) => change.partsDelivered],
    ['sequence', 'integer', ({ change }) => change.sequence],
    ['error', 'text', ({ change }) => change.error],
    ['upstream_code', 'text', ({ change }) => change.upstreamCode],
  ],
  [
    ['message', 'uuid', (rows) => idArray(rows.map(({ change }) => change.message))],
    ['place', 'integer', (rows) => plainArray(rows.map(({ place }) => place))],
  ],
).statement(
  'webhook_due.collect',
  3,
  ({ ctes, rows }) => `with ${ctes}, wanting as materialized (
     select a.nr, e.account_id, e.id, e.types, e.scenes, e.countries
     from unnest($2::uuid[]) with ordinality as a(id, nr) join webhook_endpoint e on e.account_id = a.id
      where cardinality(e.types) > 0
   )
   insert into webhook_due (account_id, endpoint_id, id, type, at, message_id, previous, parts_delivered, sequence,
     error_code, upstream_code)
   select e.account_id, e.id, overlay($3 placing lpad(to_hex(c.place), 4, '0') from 25)::uuid,
     c.type, $1, c.message, c.previous, c.parts_delivered, c.sequence, c.error, c.upstream_code
   from wanting e join (select * from ${rows}) as c on c.owner = e.nr and c.type = any(e.types)
     and (cardinality(e.scenes) + cardinality(e.countries) = 0 or ${MESSAGE_FITS})`,
)

/**
 * Writes the events of status changes for the endpoints that want them, in the transaction of the changes (semantics
 * D3). A message that passes several statuses in one batch has one event, of the last.
 */
export async function collectChanges(tx: Tx, changes: readonly StatusChange[], now: Date): Promise<void> {
  const events = changes.filter(({ previous, status }) => status !== previous && typeOf.has(status))
  if (events.length === 0) return
  const owners = [...new Set(events.map(({ account }) => account))]
  const placeOf = new Map(owners.map((account, at) => [account, at + 1]))
  const due = events.map((change, at) => ({ owner: placeOf.get(change.account) ?? 0, change, place: at + 1 }))
  await collect(tx, due, [now, idArray(owners), uuidv7(now)])
}

export interface OtherEvent {
  readonly type: OtherEventType
  readonly data: object
}

const COLLECT_OTHER = statement(
  'webhook_due.collect_other',
  `insert into webhook_due (account_id, endpoint_id, id, type, at, data)
   select e.account_id, e.id, $2, $3, $4, $5::jsonb from webhook_endpoint e where e.account_id = $1 and $3 = any(e.types)`,
)

/** Writes an event that is about no message, for the endpoints that want it. */
export async function collectEvent(tx: Tx, account: AccountId, event: OtherEvent | null, now: Date): Promise<void> {
  if (event === null) return
  const { type, data } = event
  await tx.run(COLLECT_OTHER, [account, uuidv7(now), type, now, JSON.stringify(data)])
}

/** The event of an endpoint that stopped, or answers again. */
export const healthEvent = ({ endpoint, name, state }: Omit<HealthChange, 'account'>): OtherEvent | null => {
  if (state === 'failing') return null
  return state === 'recovered'
    ? { type: 'webhook.recovered', data: { endpoint, name } }
    : { type: 'webhook.disabled', data: { endpoint, name, reason: state } }
}
