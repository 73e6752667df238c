import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { MessageScene, MessageStatus } from '@hongyan/contract/vocabulary/message'
import { idArray, textArray } from '../db/arrays.ts'
import { type Tx, expectRows, statement } from '../db/tx.ts'
import type { QueuedMessage } from '../pipeline/message.ts'
import type { RouteState } from '../pipeline/planned-route.ts'
import { RATE_OF_ACCOUNT } from './account-rate.ts'

/** Scenes are lanes: 0 codes, 1 notifications, 2 marketing. */
export const laneOf = (scene: MessageScene): number => scene - 1

export interface Keyed {
  readonly account: AccountId
  readonly id: MessageId
}

const keys = (messages: readonly Keyed[]): Buffer[] => [
  idArray(messages.map((m) => m.account)),
  idArray(messages.map((m) => m.id)),
]

/**
 * The rows of these keys by arrays, not by a join: however small the table was when its plan was made, the keys alone
 * lead into the index. Ids are unique, so no pair of another row matches.
 */
const KEYS = 'o.account_id = any($1::uuid[]) and o.id = any($2::uuid[])'

/** The same for the rows of a query. */
export const KEYED_BY = (query: string): string =>
  `o.account_id = any(array(select account_id from ${query})) and o.id = any(array(select id from ${query}))`

/** No process may be submitting the message, and none keeps it in memory. */
const WAITS = 'mark is null and buffered_by is null'

const ROW = `o.account_id as account, o.id, o.upstream, o.channel, (o.lane + 1)::smallint as scene, o.recipient as to, o.sender, o.text,
     o.parts, o.price_micros as price, o.pay_for_delivered as "payForDelivered", o.accepted_at as "acceptedAt",
     o.valid_until as "validUntil", o.attempt, o.mark, o.route`

/**
 * A place for a message that is about to be accepted: a credit of the link, so that it is submitted at once and is in
 * doubt until its result is written, or room in the buffer of the process, where it certainly was not submitted yet.
 */
export interface Reservation {
  /** The mark of the row, or the id of the buffer. */
  readonly mark: string
  readonly buffered: boolean
}

/** A new row; without a mark it waits in the table. */
export interface NewOutboxRow extends QueuedMessage {
  readonly mark: string | null
  /** The mark is that of a buffer. */
  readonly buffered: boolean
}

/** A message that this process marked or buffered, and which it alone may submit. */
export interface MarkedMessage extends QueuedMessage {
  readonly mark: string
}

/** Parts that an account adds to its backlog, and the most that it may then hold. */
export interface Growth {
  readonly account: AccountId
  readonly parts: number
  readonly most: number
}

const GROW = statement(
  'backlog.grow',
  `with grown as (
     insert into backlog as b (account_id, parts)
     select account_id, parts from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as g(account_id, parts, most)
      where parts <= most order by account_id
     on conflict (account_id) do update set parts = b.parts + excluded.parts
       where b.parts + excluded.parts <= (
         select most from unnest($1::uuid[], $3::bigint[]) as m(account_id, most) where m.account_id = b.account_id)
     returning 1
   )
   ${expectRows('select count(*) from grown', 'cardinality($1::uuid[])', 'backlog')}`,
)

/** Adds to the backlogs of accounts. Fails the transaction where one would exceed its bound. */
export async function growBacklogs(tx: Tx, growth: readonly Growth[]): Promise<void> {
  if (growth.length === 0) return
  await tx.run(GROW, [growth.map((g) => g.account), growth.map((g) => g.parts), growth.map((g) => g.most)])
}

const BACKLOGS = statement(
  'backlog.read',
  `select account_id as account, parts from backlog where account_id = any($1::uuid[]) order by account_id for update`,
)

/** Locks the backlogs of accounts and returns their parts. Accounts without a backlog are left out. */
export async function lockBacklogs(tx: Tx, accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, bigint>> {
  const rows = await tx.run<{ account: AccountId; parts: bigint }>(BACKLOGS, [[...new Set(accounts)]])
  return new Map(rows.map(({ account, parts }) => [account, parts]))
}

/** Moves the backlogs by the parts of the rows in `moved`, in the order of the accounts. */
export const backlogOf = (moved: string, sign: '+' | '-'): string => `summed as materialized (
     select account_id, sum(parts) as parts from ${moved} group by account_id
   ), locked as materialized (
     select b.account_id from backlog b where b.account_id in (select account_id from summed) order by b.account_id for update
   ), counted as (
     ${
       sign === '-'
         ? `update backlog b set parts = greatest(b.parts - s.parts, 0) from summed s join locked l using (account_id)
        where b.account_id = s.account_id`
         : `insert into backlog as b (account_id, parts) select account_id, parts from summed order by account_id
        on conflict (account_id) do update set parts = b.parts + excluded.parts`
     }
   )`

/** An account whose turn it is in a lane, and the messages that there is room for. */
export interface Turn {
  readonly lane: number
  readonly account: AccountId
  readonly rate: number
  readonly most: number
}

/**
 * One index range for each turn, so the cost depends on the messages claimed and not on those that wait. Only the
 * link's owner claims, and the claim is the mark: whatever a claim returns may be handed over.
 */
const CLAIM = statement(
  'outbox.claim',
  `with turn as (
     select t.* from unnest($2::smallint[], $3::uuid[], $4::integer[]) as t(lane, account_id, most)
     join account a on a.id = t.account_id and a.status <> ${AccountStatus.Suspended}
   ), picked as materialized (
     select o.account_id, o.id from turn t cross join lateral (
       select account_id, id from outbox
       where upstream = $1 and ${WAITS} and lane = t.lane and account_id = t.account_id order by id limit t.most) o
     where exists (select from link_owner where upstream = $1 and process = $5 and until > now())
   ), o as (
     update outbox o set mark = $6 where ${KEYED_BY('picked')} and o.mark is null returning o.*
   ), ${backlogOf('o', '-')}
   select ${ROW} from o order by o.id`,
)

export interface Claimer {
  readonly upstream: string
  /** The process, which must own the link. */
  readonly process: string
  /** Distinct for each claim, so that one whose result was lost can be undone. */
  readonly mark: string
}

/** Claims waiting messages for a process that owns the link. */
export async function claimWaiting(
  tx: Tx,
  { upstream, process, mark }: Claimer,
  turns: readonly Turn[],
): Promise<readonly MarkedMessage[]> {
  const rates = new Map(turns.map(({ account, rate }) => [account, rate]))
  const rows = await tx.run<Omit<MarkedMessage, 'rate'>>(CLAIM, [
    upstream,
    turns.map(({ lane }) => lane),
    turns.map(({ account }) => account),
    turns.map(({ most }) => most),
    process,
    mark,
  ])
  return rows.map((row) => ({ rate: rates.get(row.account) ?? 0, ...row }))
}

/** Jumps from account to account through the index, and never reads their messages. */
const WAITING_ACCOUNTS = statement(
  'outbox.waiting_accounts',
  `with recursive line as (
     (select account_id from outbox where upstream = $1 and ${WAITS} and lane = $2 and account_id > $3
      order by account_id limit 1)
     union all
     select n.account_id from line l cross join lateral (
       select account_id from outbox where upstream = $1 and ${WAITS} and lane = $2 and account_id > l.account_id
       order by account_id limit 1) n
   ), found as materialized (select account_id from line limit $4)
   select f.account_id as account, ${RATE_OF_ACCOUNT} as rate, a.status = ${AccountStatus.Suspended} as suspended
   from found f join account a on a.id = f.account_id order by f.account_id`,
)

export interface WaitingAccount {
  readonly account: AccountId
  readonly rate: number
  readonly suspended: boolean
}

/** The accounts with waiting messages in a lane, so many after a given one, in the order of their ids. */
export const waitingAccounts = (tx: Tx, upstream: string, lane: number, after: string, limit: number) =>
  tx.run<WaitingAccount>(WAITING_ACCOUNTS, [upstream, lane, after, limit])

const REMOVE = statement('outbox.remove', `delete from outbox o where ${KEYS}`)

/** Removes messages that are marked, so that backlogs do not change. */
export async function removeFromOutbox(tx: Tx, messages: readonly Keyed[]): Promise<void> {
  if (messages.length === 0) return
  const accounts = new Set(messages.map(({ account }) => account))
  await tx.run(REMOVE, [idArray([...accounts]), idArray(messages.map(({ id }) => id))])
}

const RELEASE = statement(
  'outbox.release',
  `with o as (
     update outbox o set mark = null, buffered_by = null
      where ${KEYS} and coalesce(o.mark, o.buffered_by) = any($3::uuid[]) and o.query_at is null
     returning o.account_id, o.parts
   ), ${backlogOf('o', '+')}
   select 1`,
)

/**
 * Returns messages that the process certainly did not submit to those that wait. A row that was claimed again since has
 * another mark, and stays. So does a row that another process queries for, because this one stood still: its text is gone.
 */
export async function releaseToWaiting(
  tx: Tx,
  messages: readonly Pick<MarkedMessage, 'account' | 'id' | 'mark'>[],
): Promise<void> {
  if (messages.length > 0) await tx.run(RELEASE, [...keys(messages), [...new Set(messages.map(({ mark }) => mark))]])
}

const UNDO = statement(
  'outbox.undo_claim',
  `with o as (
     update outbox o set mark = null where o.upstream = $1 and o.mark = $2 and o.query_at is null
     returning o.account_id, o.parts
   ), ${backlogOf('o', '+')}
   select 1`,
)

/** Undoes a claim whose result was lost, with the connection for example: none of its messages was submitted. */
export async function undoClaim(tx: Tx, { upstream, mark }: Pick<Claimer, 'upstream' | 'mark'>): Promise<void> {
  await tx.run(UNDO, [upstream, mark])
}

const CARRIED = 'parts, channel, recipient, sender, text, valid_until, price_micros, pay_for_delivered, accepted_at'
const COLUMNS = `account_id, id, lane, upstream, attempt, route, ${CARRIED}`

const CANCEL_WAITING = statement(
  'outbox.cancel',
  `delete from outbox o where ${KEYS} and ${WAITS} returning o.id, o.parts`,
)
const CANCEL_DEFERRED = statement('deferred.cancel', `delete from deferred o where ${KEYS} returning o.id, o.parts`)

/** Batches begin under this lock too, so that a batch and a cancellation of one message see each other. */
const HOLD_LINK = statement(
  'link_owner.hold',
  `select process from link_owner where upstream = any(array(
     select o.upstream from outbox o where ${KEYS} and o.buffered_by is not null)) for no key update`,
)

const CANCEL_BUFFERED = statement(
  'outbox.cancel_buffered',
  `with o as (
     delete from outbox o where ${KEYS} and o.buffered_by is not null and not exists (
       select from submission_batch b
        where b.upstream = o.upstream and b.buffered_by = o.buffered_by and o.id = any(b.messages))
     returning o.id, o.upstream
   ), told as (
     update link_owner l set cancelled = array_append(l.cancelled, o.id) from o where l.upstream = o.upstream
   )
   select o.id, 0 as parts from o`,
)

/**
 * Takes messages that no process may be submitting away from those that wait. Returns by id the parts by which their
 * account's backlog shrinks, without those that do not wait. The statements follow the way that a message can go
 * meanwhile: from deferred or buffered to waiting.
 */
export async function takeWaiting(tx: Tx, messages: readonly Keyed[]): Promise<ReadonlyMap<MessageId, number>> {
  const key = keys(messages)
  const found = await Promise.all([
    tx.run<Taken>(CANCEL_DEFERRED, key),
    tx.run(HOLD_LINK, key).then(() => []),
    tx.run<Taken>(CANCEL_BUFFERED, key),
    tx.run<Taken>(CANCEL_WAITING, key),
  ])
  return new Map(found.flat().map(({ id, parts }) => [id, parts]))
}

interface Taken {
  readonly id: MessageId
  readonly parts: number
}

const SHRINK = statement('backlog.shrink', `update backlog set parts = greatest(parts - $2, 0) where account_id = $1`)

export async function shrinkBacklog(tx: Tx, account: AccountId, parts: number): Promise<void> {
  if (parts > 0) await tx.run(SHRINK, [account, parts])
}

const DEFER = statement(
  'deferred.insert',
  `with o as (
     delete from outbox o where ${KEYS} returning o.*
   ), moved as (
     insert into deferred (${COLUMNS}, due_at)
     select account_id, id, lane, upstream, attempt + 1, k.route, ${CARRIED}, now() + make_interval(secs => k.seconds)
     from o join unnest($1::uuid[], $2::uuid[], $3::double precision[], $4::jsonb[]) as k(account_id, id, seconds, route)
       using (account_id, id)
   ), ${backlogOf('o', '+')}
   select 1`,
)

/** A message whose next attempt is due after so many seconds. */
export interface Deferral extends Keyed {
  readonly seconds: number
  readonly route: RouteState | null
}

/** Opens the next attempt of messages that the upstream certainly did not take. */
export async function defer(tx: Tx, messages: readonly Deferral[]): Promise<void> {
  if (messages.length === 0) return
  await tx.run(DEFER, [...keys(messages), messages.map((m) => m.seconds), routesOf(messages)])
}

export interface DueMessage extends Keyed {
  readonly upstream: string
  readonly to: string
  readonly scene: MessageScene
  readonly price: bigint
  /** Null where the product's own channel carries it, whatever happens. */
  readonly route: RouteState | null
  /** It waited for its sending hours. */
  readonly waited: boolean
}

const DUE_COLUMNS = `account_id as account, id, upstream, recipient as to, (lane + 1)::smallint as scene, price_micros as price, route`

const DUE = statement(
  'deferred.due',
  `select ${DUE_COLUMNS}, opens_at is not null as waited from deferred where upstream = $1 and due_at <= now() order by due_at limit $2`,
)

/** Deferred messages whose time has come. */
export const dueMessages = (tx: Tx, upstream: string, limit: number) => tx.run<DueMessage>(DUE, [upstream, limit])

const WAITING_ROUTED = statement(
  'outbox.waiting_routed',
  `select ${DUE_COLUMNS} from outbox
   where upstream = $1 and id > $2 and route is not null and ${WAITS} order by id limit $3`,
)

/** Waiting messages that have a channel by rules, so many after a given one, oldest first. */
export const waitingRouted = (tx: Tx, upstream: string, after: string, limit: number) =>
  tx.run<Omit<DueMessage, 'waited'> & { readonly route: RouteState }>(WAITING_ROUTED, [upstream, after, limit])

const MOVE_DUE = statement(
  'deferred.move',
  `with o as (delete from deferred o where ${KEYS} returning o.*)
   insert into outbox (${COLUMNS})
   select account_id, id, o.lane, k.upstream, o.attempt, k.route, ${CARRIED}
   from o join unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[]) as k(account_id, id, upstream, route)
     using (account_id, id)
   returning id`,
)

const MOVE_WAITING = statement(
  'outbox.move',
  `update outbox o set upstream = k.upstream, route = k.route
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[]) as k(account_id, id, upstream, route)
   where ${KEYS} and o.account_id = k.account_id and o.id = k.id and o.upstream = $5 and ${WAITS}
   returning o.id`,
)

/** A message and the upstream that it goes to next. */
export interface Move extends Keyed {
  readonly upstream: string
  readonly route: RouteState | null
}

const routesOf = (messages: readonly { readonly route: RouteState | null }[]): string =>
  textArray(messages.map(({ route }) => (route === null ? null : JSON.stringify(route))))

const moves = (messages: readonly Move[]): unknown[] => [
  ...keys(messages),
  messages.map((m) => m.upstream),
  routesOf(messages),
]

/** Moves due messages to the outbox of their upstreams. Returns the ids of those that were still deferred. */
export async function moveDue(tx: Tx, messages: readonly Move[]): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set()
  return new Set((await tx.run<{ id: string }>(MOVE_DUE, moves(messages))).map(({ id }) => id))
}

/** Moves waiting messages of one upstream to others. Returns the ids of those that were still waiting there. */
export async function moveWaiting(tx: Tx, from: string, messages: readonly Move[]): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set()
  return new Set((await tx.run<{ id: string }>(MOVE_WAITING, [...moves(messages), from])).map(({ id }) => id))
}

const UPSTREAMS = statement(
  'outbox.upstreams',
  `with recursive found as (
     (select upstream from outbox where ${WAITS} order by upstream limit 1)
     union all
     select n.upstream from found f cross join lateral (
       select upstream from outbox where ${WAITS} and upstream > f.upstream order by upstream limit 1) n
   )
   select upstream from found`,
)

/** The upstreams that messages wait for. */
export const waitingUpstreams = async (tx: Tx): Promise<readonly string[]> =>
  (await tx.run<{ upstream: string }>(UPSTREAMS, [])).map(({ upstream }) => upstream)

/** Marks the picked messages first, so that no claim takes them while they are ended. */
const claimToEnd = (name: string, picked: string) =>
  statement(
    name,
    `with picked as materialized (${picked}), o as (
       update outbox o set mark = $3 where ${KEYED_BY('picked')} and o.mark is null
       returning o.account_id, o.id, o.parts, o.recipient
     ), ${backlogOf('o', '-')}
     select o.account_id as account, o.id, right(o.recipient, 4) as to from o`,
  )

type MessageToEnd = Keyed & { readonly to: string }

const CLAIM_SUSPENDED = claimToEnd(
  'outbox.claim_suspended',
  `select o.account_id, o.id from unnest($2::uuid[]) as s(account_id)
   join account a on a.id = s.account_id and a.status = ${AccountStatus.Suspended}
   cross join lateral (
     select account_id, id from outbox where account_id = s.account_id and upstream = $1 and ${WAITS} limit $4) o
   limit $4`,
)

/** Claims waiting messages of suspended accounts, to be refused (ruling 35). */
export const claimSuspended = (
  tx: Tx,
  { upstream, mark }: Pick<Claimer, 'upstream' | 'mark'>,
  accounts: readonly AccountId[],
  limit: number,
) => tx.run<MessageToEnd>(CLAIM_SUSPENDED, [upstream, accounts, mark, limit])

const CLAIM_EXPIRED = claimToEnd(
  'outbox.claim_expired',
  `select account_id, id from outbox where upstream = $1 and ${WAITS} and valid_until <= $2 order by valid_until limit $4`,
)

/** Claims waiting messages whose validity has ended, to be ended themselves (semantics D1). */
export const claimExpired = (
  tx: Tx,
  { upstream, mark }: Pick<Claimer, 'upstream' | 'mark'>,
  now: Date,
  limit: number,
) => tx.run<MessageToEnd>(CLAIM_EXPIRED, [upstream, now, mark, limit])

/** The marks of one process. */
export interface MarkRange {
  readonly first: string
  readonly last: string
}

/** A message that may or may not have been handed over. */
export interface Doubtful extends Keyed {
  readonly status: MessageStatus
  readonly attempt: number
  /** Queries so far. */
  readonly queries: number
  readonly parts: number
  readonly to: string
  readonly validUntil: Date
  /** The time of the next query has come. A query before it can find the message, but cannot exclude it. */
  readonly due: boolean
  /** That time as PostgreSQL writes it, or `-infinity` where none is set. */
  readonly queryAt: string
}

/** The message in doubt behind which a page begins. */
export interface DoubtCursor {
  readonly queryAt: string
  readonly id: string
}

/** Sorts before every message in doubt. */
export const BEFORE_ALL_DOUBTS: DoubtCursor = { queryAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

const DOUBTFUL = statement(
  'outbox.doubtful',
  `select o.account_id as account, o.id, m.status, o.attempt, o.queries, o.parts, m.to_last4 as to, m.valid_until as "validUntil",
     coalesce(o.query_at <= now(), true) as due, coalesce(o.query_at, '-infinity')::text as "queryAt"
   from (
     select account_id, id, attempt, queries, parts, query_at from outbox
     where upstream = $1 and mark is not null and (mark not between $2 and $3 or query_at is not null)
       and ($4 or query_at is null or query_at <= now())
       and (coalesce(query_at, '-infinity'), id) > ($5::timestamptz, $6::uuid)
     order by coalesce(query_at, '-infinity'), id limit $7) o
   cross join lateral (
     select status, to_last4, valid_until from message where account_id = o.account_id and id = o.id limit 1) m
   order by o.query_at nulls first, o.id`,
)

/**
 * A page of the messages that another process marked and left, and of those of unknown outcome whose query is due, in
 * the order of their queries. `early` includes those whose query is not due.
 */
export const doubtful = (
  tx: Tx,
  upstream: string,
  own: MarkRange,
  page: { readonly early: boolean; readonly after: DoubtCursor; readonly limit: number },
) =>
  tx.run<Doubtful>(DOUBTFUL, [upstream, own.first, own.last, page.early, page.after.queryAt, page.after.id, page.limit])

const QUERY_LATER = statement(
  'outbox.query_later',
  `update outbox o set queries = o.queries + k.queried, query_at = now() + make_interval(secs => k.seconds), text = '', route = null,
     mark = coalesce(o.mark, o.buffered_by), buffered_by = null
   from unnest($1::uuid[], $2::uuid[], $3::double precision[], $4::smallint[]) as k(account_id, id, seconds, queried)
   where ${KEYS} and o.account_id = k.account_id and o.id = k.id and coalesce(o.mark, o.buffered_by) is not null`,
)

/** By then every connection over which a lost submission may still have been on its way is closed. */
export const FIRST_QUERY_SECONDS = 12

/** The next query for a message of unknown outcome. */
export interface NextQuery extends Keyed {
  /** Seconds until it. */
  readonly seconds: number
  /** Queries that were made since the last one was scheduled. */
  readonly queried: 0 | 1
}

/**
 * Schedules the next query for messages of unknown outcome. Their mark stays, so that no process sends them again, and
 * their text goes, because none will. A message that was released meanwhile waits, and keeps its text.
 */
export async function queryLater(tx: Tx, messages: readonly NextQuery[]): Promise<void> {
  if (messages.length === 0) return
  await tx.run(QUERY_LATER, [...keys(messages), messages.map((m) => m.seconds), messages.map((m) => m.queried)])
}
