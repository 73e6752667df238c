import type { messages } from '@hongyan/contract/endpoints/messaging/messages'
import { type AccountId, dashedId, type MessageId } from '@hongyan/contract/ids'
import { logs as limits } from '@hongyan/contract/limits/messaging'
import { parseNumber } from '@hongyan/contract/sms/number'
import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import { type MessageMoney, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { createSecretKey } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { lastFour } from '../../../gateway/of-recipient.ts'
import { IS_CHARGED } from '../../../gateway/charged.ts'
import { recipientHash } from '../../../gateway/recipient-hash.ts'
import { firstIdAt, momentOf } from '../../../kit/ids.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The filters of a list or of a summary. */
export type LogQuery = z.output<typeof messages.summary.query>

/** The rows of the log that a query is about. */
export interface LogScope {
  readonly account: AccountId
  readonly currency: Currency
  /** The ids from `from`, and those before `to`. */
  readonly from: string
  readonly to: string
  /** Conditions that an index serves, on the table `message`. */
  readonly keys: readonly RawBuilder<boolean>[]
  /** Conditions that each row is compared with. */
  readonly filters: readonly RawBuilder<boolean>[]
}

interface Owner {
  readonly currency: Currency
  readonly hash_key: Buffer
  readonly home: 'CN' | 'US'
  readonly from: Date | null
  readonly to: Date | null
}

/** Reads the account's currency and hash key, and the moments at which its days begin and end. */
async function readOwner(db: Kysely<Schema>, account: AccountId, { from, to }: LogQuery): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select currency, hash_key, case partition when 'cn' then 'CN' else 'US' end as home,
      ${from ?? null}::date::timestamp at time zone time_zone as "from",
      (${to ?? null}::date + 1)::timestamp at time zone time_zone as "to"
    from account where id = ${account}`.execute(db)
  const [owner] = rows
  if (owner === undefined) throw new Refusal('not_found')
  return owner
}

const LONGEST_MONTH = 31
/** A day more than the days of the range: clocks are changed in some of them, and the current day ends later. */
const WIDEST = (limits.maxDays + 1) * DAY

/** A request admits its messages within this time. */
const REQUEST_LASTS = 10 * MINUTE

/** The UUID in a reference, which the send API spells without dashes; null where it is the customer's own. */
function idIn(ref: string): string | null {
  const id = dashedId(ref.toLowerCase())
  return RECORD_ID.test(id) ? id : null
}

/** Statuses that the table stores as `Accepted`; the outbox says which of them a message has. */
const WAITING: readonly MessageStatus[] = [MessageStatus.Accepted, MessageStatus.Queued, MessageStatus.Sending]

/** Statuses of a message that did not arrive. */
export const UNDELIVERED: readonly MessageStatus[] = [
  MessageStatus.Undelivered,
  MessageStatus.Rejected,
  MessageStatus.Failed,
  MessageStatus.Expired,
  MessageStatus.Unknown,
]

const { Accepted, Queued, Sending } = MessageStatus
const is = (status: MessageStatus) => sql.lit(status)

/** The status that a message has now. Between two attempts it stays Sending, since no status falls (semantics D1). */
export const CURRENT_STATUS = sql<MessageStatus>`case when m.status <> ${is(Accepted)} then m.status else coalesce(
    (select case when o.mark is null and o.attempt = 1 then ${is(Queued)} else ${is(Sending)} end from outbox o
      where o.account_id = m.account_id and o.id = m.id),
    (select case when d.attempt = 1 then ${is(Queued)} else ${is(Sending)} end from deferred d
      where d.account_id = m.account_id and d.id = m.id),
    m.status) end`

function statusFilters(statuses: readonly MessageStatus[]): readonly RawBuilder<boolean>[] {
  const stored = statuses.map((status) => (WAITING.includes(status) ? MessageStatus.Accepted : status))
  const byRow = sql<boolean>`m.status = any(${stored})`
  return statuses.some((status) => WAITING.includes(status))
    ? [byRow, sql<boolean>`${CURRENT_STATUS} = any(${[...statuses]})`]
    : [byRow]
}

/** The most messages that one reference finds. */
const MOST_OF_REF = 10_000

/** A reference is a message, a request, or the customer's own text for either. A request's id tells when it was made. */
function hasRef(account: AccountId, ref: string): RawBuilder<boolean> {
  const own = sql`select k.id from message k where k.account_id = ${account} and k.client_ref = ${ref}`
  const id = idIn(ref)
  if (id === null) return sql`id = any(array(${own} limit ${MOST_OF_REF}))`
  const made = momentOf(id).getTime()
  const named = sql`select k.id from message k where k.account_id = ${account}
    and k.id >= ${firstIdAt(new Date(made))} and k.id < ${firstIdAt(new Date(made + REQUEST_LASTS))}
    and (k.id = ${id} or k.request_id = ${id})`
  return sql`id = any(array(${own} union all ${named} limit ${MOST_OF_REF}))`
}

/** Stands for the messages of every broadcast. */
const ANY = 'any'

const LAST_DIGITS = /^\d{4}$/

function recipientKey(recipient: string, { hash_key: key, home }: Owner): RawBuilder<boolean> {
  if (LAST_DIGITS.test(recipient)) return sql`to_last4 = ${recipient}`
  const parsed = parseNumber(recipient, home)
  if (!parsed.ok) throw new Refusal('invalid_request', { field: 'recipient' })
  return sql`(to_last4 = ${lastFour(parsed.e164)} and to_hash = ${recipientHash(createSecretKey(key), parsed.e164)})`
}

/** Ids can be a little ahead of the clock, as after a correction. */
const AHEAD = HOUR

/** The moments between which the query looks: its days, all that is kept of a key, else the last 24 hours. */
function bounds({ from, to }: Owner, isKeyed: boolean, now: Date): readonly [from: Date, to: Date] {
  const end = to ?? new Date(now.getTime() + AHEAD)
  if (from !== null) return [from, end]
  const days = to !== null ? limits.maxDays : isKeyed ? limits.keptMonths * LONGEST_MONTH : 1
  return [new Date((to ?? now).getTime() - days * DAY), end]
}

/** Turns a query into the rows that it is about. Throws `range_too_wide`, and `invalid_request` for no possible number. */
export async function scopeOf(db: Kysely<Schema>, account: AccountId, query: LogQuery, now: Date): Promise<LogScope> {
  const owner = await readOwner(db, account, query)
  const { ref, recipient, broadcast } = query
  const keys = [
    ...(recipient === undefined ? [] : [recipientKey(recipient, owner)]),
    ...(ref === undefined ? [] : [hasRef(account, ref)]),
    ...(broadcast === undefined || broadcast === ANY ? [] : [sql<boolean>`broadcast_id = ${broadcast}`]),
  ]
  const [from, to] = bounds(owner, keys.length > 0, now)
  const isNamed = owner.from !== null || owner.to !== null
  if (isNamed && to.getTime() - from.getTime() > WIDEST) throw new Refusal('range_too_wide', { field: 'from' })
  return {
    account,
    currency: owner.currency,
    from: firstIdAt(from),
    to: firstIdAt(to),
    keys,
    filters: rowFilters(query),
  }
}

/** The codes of links other than customers' own channels are the product's. */
const isOver = (upstream: string): RawBuilder<boolean> =>
  upstream === STANDARD ? sql`m.upstream !~ '^[0-9a-f]{32}$'` : sql`m.upstream = ${upstream}`

function rowFilters(query: LogQuery): readonly RawBuilder<boolean>[] {
  const { status, country, scene, signature, template, credential, error, price_min: min, price_max: max } = query
  const filters: readonly (RawBuilder<boolean> | undefined)[] = [
    ...(status === undefined ? [] : statusFilters(status)),
    country === undefined ? undefined : sql`m.country = ${country}`,
    scene === undefined ? undefined : sql`m.scene = ${scene}`,
    signature === undefined ? undefined : sql`m.signature_id = ${signature}`,
    template === undefined ? undefined : isOrNone(sql`m.template_id`, template),
    credential === undefined ? undefined : isFrom(credential),
    query.broadcast === ANY ? sql`m.broadcast_id is not null` : undefined,
    error === undefined ? undefined : sql`m.error_code = ${error}`,
    query.upstream === undefined ? undefined : isOver(query.upstream),
    min === undefined ? undefined : sql`m.price_micros >= ${min}`,
    max === undefined ? undefined : sql`m.price_micros <= ${max}`,
    query.money === undefined
      ? undefined
      : sql`(${sql.join(
          query.money.map((money) => MONEY[money]),
          sql` or `,
        )})`,
    query.billed_undelivered === undefined ? undefined : BILLED_UNDELIVERED,
  ]
  return filters.filter((filter) => filter !== undefined)
}

const isOrNone = (column: RawBuilder<unknown>, value: string): RawBuilder<boolean> =>
  value === 'none' ? sql`${column} is null` : sql`${column} = ${value}`

/** A message of the console has neither a credential nor a broadcast. */
const isFrom = (credential: string): RawBuilder<boolean> =>
  credential === 'none'
    ? sql`(m.credential_id is null and m.broadcast_id is null)`
    : sql`m.credential_id = ${credential}`

const CHARGED = sql.raw(IS_CHARGED)
/** A message's money by its own row, without the entries of the ledger. */
const MONEY: Readonly<Record<MessageMoney, RawBuilder<boolean>>> = {
  free: sql`m.hold_entry is null`,
  held: sql`(m.hold_entry is not null and m.settle_entry is null)`,
  charged: sql`(m.settle_entry is not null and ${CHARGED})`,
  released: sql`(m.settle_entry is not null and not ${CHARGED})`,
}

const BILLED_UNDELIVERED = sql<boolean>`(m.status = any(${[...UNDELIVERED]}) and exists (
  select from ledger_entry e where e.account_id = m.account_id and e.id = m.settle_entry and e.kind = 'post'))`

/** The id before which the page of a query begins. */
export const pageEnd = ({ to }: LogScope, before: MessageId | undefined): string =>
  before !== undefined && before < to ? before : to
