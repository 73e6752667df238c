import type { AccountId, MessageId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { idArray } from '../db/arrays.ts'
import { type Tx, statement } from '../db/tx.ts'
import type { MarkedMessage, MarkRange } from './outbox.ts'
import { backlogOf, KEYED_BY } from './outbox.ts'

/**
 * Begins a batch: writes one row that names the buffered messages which the process is about to submit. If the process
 * dies, only these are in doubt; it certainly submitted no other message of its buffer. Deletes batches whose results
 * are all written. The lock on the link's row lets a cancellation and a batch see each other: whichever is second waits
 * for the first and reads what it wrote.
 */
const BEGIN = statement(
  'submission_batch.begin',
  `with ended as (
     delete from submission_batch where id = any($6::uuid[])
   ), suspended as materialized (
     select id from account where id = any($5::uuid[]) and status = ${AccountStatus.Suspended}
   ), link as materialized (
     select cancelled from link_owner where upstream = $1 and process = $2 and until > now() for share
   ), cancelled as materialized (
     select unnest(cancelled) as id from link intersect select unnest($7::uuid[])
   ), begun as (
     insert into submission_batch (id, upstream, buffered_by, messages)
     select $3, $1, $4, $7::uuid[] from link
     where not exists (select from suspended) and not exists (select from cancelled)
     returning 1
   )
   select exists (select from begun) as begun, array(select id from suspended) as suspended,
     array(select id from cancelled) as cancelled`,
)

const FORGET = statement(
  'link_owner.forget_cancelled',
  `update link_owner set cancelled = array(select unnest(cancelled) except select unnest($2::uuid[])) where upstream = $1`,
)

/** Forgets cancelled messages that have left the buffer. */
export async function forgetCancelled(tx: Tx, upstream: string, messages: readonly MessageId[]): Promise<void> {
  if (messages.length > 0) await tx.run(FORGET, [upstream, messages])
}

export interface NewBatch {
  readonly upstream: string
  /** The process, which must own the link. */
  readonly process: string
  readonly id: string
  /** The buffer that the messages are from. */
  readonly bufferedBy: string
  readonly messages: readonly MarkedMessage[]
  /** Batches whose results are all written. */
  readonly ended: readonly string[]
}

export interface BegunBatch {
  /** False where the process does not own the link, an account is suspended, or a message was cancelled. */
  readonly begun: boolean
  readonly suspended: readonly AccountId[]
  readonly cancelled: readonly MessageId[]
}

export async function beginBatch(tx: Tx, batch: NewBatch): Promise<BegunBatch> {
  const { upstream, process, id, bufferedBy, messages, ended } = batch
  const rows = await tx.run<BegunBatch>(BEGIN, [
    upstream,
    process,
    id,
    bufferedBy,
    [...new Set(messages.map(({ account }) => account))],
    ended,
    idArray(messages.map((message) => message.id)),
  ])
  return rows[0] ?? { begun: false, suspended: [], cancelled: [] }
}

/**
 * Recovers the buffers of other processes, which have lost the link. Messages that a batch names are in doubt: their
 * buffer's id becomes their mark, which is that of another process. All other messages wait again.
 */
const RECOVER = statement(
  'outbox.recover_buffered',
  `with theirs as materialized (
     select account_id, id from outbox
     where upstream = $1 and buffered_by is not null and (buffered_by < $2 or buffered_by > $3)
       and exists (select from link_owner where upstream = $1 and process = $4 and until > now())
     limit $5
   ), o as (
     update outbox o set buffered_by = null, mark = case when exists (
       select from submission_batch b where b.upstream = $1 and b.buffered_by = o.buffered_by and o.id = any(b.messages)
     ) then o.buffered_by end
     where ${KEYED_BY('theirs')} and o.buffered_by is not null returning o.account_id, o.parts, o.mark
   ), waiting as (
     select account_id, parts from o where mark is null
   ), ${backlogOf('waiting', '+')}
   select count(*)::integer as count from o`,
)

/** Deletes the batches of other processes' buffers that no message is left of. */
const CLEAR = statement(
  'submission_batch.clear',
  `delete from submission_batch b where b.upstream = $1 and (b.buffered_by < $2 or b.buffered_by > $3)
     and not exists (select from outbox o where o.upstream = $1 and o.buffered_by = b.buffered_by)`,
)

export interface Recovery {
  readonly upstream: string
  readonly process: string
  /** The marks of this process, whose buffers stay. */
  readonly own: MarkRange
  readonly limit: number
}

/** Returns how many messages of other processes' buffers it recovered, up to the limit. */
export async function recoverBuffered(tx: Tx, { upstream, process, own, limit }: Recovery): Promise<number> {
  const rows = await tx.run<{ count: number }>(RECOVER, [upstream, own.first, own.last, process, limit])
  const count = rows[0]?.count ?? 0
  if (count < limit) await tx.run(CLEAR, [upstream, own.first, own.last])
  return count
}
