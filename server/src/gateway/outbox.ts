import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { type Tx, statement } from '../db/tx.ts'
import type { Waiting } from '../pipeline/message.ts'

/** Scenes are lanes: 0 codes, 1 notifications, 2 marketing. */
export const laneOf = (scene: number): number => scene - 1

interface Keyed {
  readonly account: AccountId
  readonly id: MessageId
}

const keys = (messages: readonly Keyed[]) => [messages.map((m) => m.account), messages.map((m) => m.id)]

const INSERT = statement(
  'outbox.insert',
  `insert into outbox (account_id, id, lane, upstream, parts, not_before)
   select *, now() from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::text[], $5::smallint[])`,
)

export async function insertOutbox(
  tx: Tx,
  rows: readonly (Keyed & { readonly lane: number; readonly upstream: string; readonly parts: number })[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = [rows.map((r) => r.lane), rows.map((r) => r.upstream), rows.map((r) => r.parts)]
  await tx.run(INSERT, [...keys(rows), ...columns])
}

/** Only the link's owner marks, and only what nobody has marked: whoever gets the row back may hand it over. */
const MARK = statement(
  'outbox.mark',
  `update outbox o set mark = $5 from unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
   where o.account_id = k.account_id and o.id = k.id and o.mark is null
     and exists (select from link_owner where upstream = $3 and process = $4 and until > now())
     and not exists (select from account a where a.id = o.account_id and a.status = ${AccountStatus.Suspended})
   returning o.id`,
)

/** Marks messages as on their way in the batch `mark` and returns the ids of those that really were ours to mark. */
export async function markSending(
  tx: Tx,
  messages: readonly Keyed[],
  { upstream, process, mark }: { readonly upstream: string; readonly process: string; readonly mark: string },
): Promise<ReadonlySet<MessageId>> {
  const rows = await tx.run<{ id: MessageId }>(MARK, [...keys(messages), upstream, process, mark])
  return new Set(rows.map(({ id }) => id))
}

const REMOVE = statement(
  'outbox.remove',
  `delete from outbox o using unnest($1::uuid[], $2::uuid[]) as k(account_id, id)
   where o.account_id = k.account_id and o.id = k.id`,
)

export async function removeFromOutbox(tx: Tx, messages: readonly Keyed[]): Promise<void> {
  if (messages.length > 0) await tx.run(REMOVE, keys(messages))
}

const RETRY = statement(
  'outbox.retry',
  `update outbox o set mark = null, attempt = o.attempt + 1, not_before = now() + make_interval(secs => k.seconds)
   from unnest($1::uuid[], $2::uuid[], $3::double precision[]) as k(account_id, id, seconds)
   where o.account_id = k.account_id and o.id = k.id`,
)

/** Opens the next attempt of messages that an upstream certainly did not take. */
export async function retryLater(tx: Tx, messages: readonly (Keyed & { readonly seconds: number })[]): Promise<void> {
  if (messages.length > 0) await tx.run(RETRY, [...keys(messages), messages.map((m) => m.seconds)])
}

const ASK_LATER = statement(
  'outbox.ask_later',
  `update outbox o set attempt = o.attempt + 1, not_before = now() + make_interval(secs => k.seconds)
   from unnest($1::uuid[], $2::uuid[], $3::double precision[]) as k(account_id, id, seconds)
   where o.account_id = k.account_id and o.id = k.id`,
)

/** Puts the next question about messages of unknown outcome off; their mark stays, so nobody sends them again. */
export async function askLater(tx: Tx, messages: readonly (Keyed & { readonly seconds: number })[]): Promise<void> {
  if (messages.length > 0) await tx.run(ASK_LATER, [...keys(messages), messages.map((m) => m.seconds)])
}

/** Which accounts wait in which lane, found by jumping through the index, not by reading it. */
const LINE = `line as (
     (select lane, account_id from outbox where upstream = $1 and mark is null order by lane, account_id limit 1)
     union all
     select n.lane, n.account_id from line l cross join lateral (
       select lane, account_id from outbox
       where upstream = $1 and mark is null and (lane, account_id) > (l.lane, l.account_id)
       order by lane, account_id limit 1) n
   )`

/**
 * What waits for an upstream and is not held in memory: of each account and lane the oldest, so that no account stands
 * in another's way.  Mostly there is nothing to
 * find, so the messages themselves, in their many partitions, are read by a statement of their own.
 */
const CLAIM = statement(
  'outbox.claim',
  `with recursive ${LINE}
   select o.account_id as account, o.id, o.attempt, a.tps as rate
   from line l
   join account a on a.id = l.account_id and a.status <> ${AccountStatus.Suspended}
   cross join lateral (
     select w.account_id, w.id, w.attempt from outbox w
     where w.upstream = $1 and w.mark is null and w.lane = l.lane and w.account_id = l.account_id
       and w.not_before <= now() and not (w.id = any($2::uuid[]))
     order by w.id limit $3) o`,
)

/** One by one through the keys: joined freely, a plan made while the tables were small would read them whole ever after. */
const LOAD = statement(
  'outbox.load',
  `select k.account_id as account, k.id, m.channel, m.scene, b.recipient as to, m.sender, b.text, m.parts,
     m.valid_until as "validUntil", k.attempt, k.rate
   from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::integer[]) with ordinality as k(account_id, id, attempt, rate, nr)
   cross join lateral (select * from message where account_id = k.account_id and id = k.id limit 1) m
   cross join lateral (
     select recipient, text from message_body
     where account_id = k.account_id and id = k.id and retention_days = m.retention_days limit 1) b
   order by k.nr`,
)

type Claimed = Keyed & Pick<Waiting, 'attempt' | 'rate'>

export async function claimWaiting(
  tx: Tx,
  upstream: string,
  held: readonly MessageId[],
  each: number,
): Promise<readonly Waiting[]> {
  const claimed = await tx.run<Claimed>(CLAIM, [upstream, held, each])
  if (claimed.length === 0) return []
  return tx.run<Waiting>(LOAD, [...keys(claimed), claimed.map((c) => c.attempt), claimed.map((c) => c.rate)])
}

/** Marked first, so that nothing hands them over while they are being refused. */
const MARK_SUSPENDED = statement(
  'outbox.mark_suspended',
  `with recursive ${LINE}, refused as (
     select o.account_id, o.id from account a join outbox o on o.account_id = a.id
     where a.status = ${AccountStatus.Suspended} and a.id in (select account_id from line)
       and o.upstream = $1 and o.mark is null limit $3
   )
   update outbox o set mark = $2 from refused r join message m on m.account_id = r.account_id and m.id = r.id
   where o.account_id = r.account_id and o.id = r.id and o.mark is null
   returning o.account_id as account, o.id, m.to_last4 as to`,
)

/** Takes waiting messages of suspended accounts out of everybody's reach (ruling 35). */
export const markSuspended = (tx: Tx, upstream: string, mark: string, limit: number) =>
  tx.run<Keyed & { readonly to: string }>(MARK_SUSPENDED, [upstream, mark, limit])

/** A message that may or may not have been handed over. */
export interface Doubtful extends Keyed {
  /** The batch that marked it. */
  readonly mark: string
  readonly status: number
  readonly attempt: number
  readonly parts: number
  readonly to: string
  readonly validUntil: Date
}

const DOUBTFUL = statement(
  'outbox.doubtful',
  `select o.account_id as account, o.id, o.mark, m.status, o.attempt, m.parts, m.to_last4 as to, m.valid_until as "validUntil"
   from outbox o join message m on m.account_id = o.account_id and m.id = o.id
   where o.upstream = $1 and o.mark is not null and o.not_before <= now() and o.mark <> all($2::uuid[])
   order by o.id limit $3`,
)

/** Marked messages whose batch is not at work here: left by a process that is gone, or of unknown outcome and due. */
export const doubtful = (tx: Tx, upstream: string, atWork: readonly string[], limit: number) =>
  tx.run<Doubtful>(DOUBTFUL, [upstream, atWork, limit])

const BACKLOG = statement(
  'outbox.backlog',
  `select o.account_id as account from outbox o join account a on a.id = o.account_id
   where a.tps > 0 group by o.account_id, a.tps having sum(o.parts) >= a.tps * $1`,
)

/** Accounts with a rate whose queue holds at least so many seconds of it. */
export const backlogs = (tx: Tx, seconds: number) => tx.run<{ account: AccountId }>(BACKLOG, [seconds])
