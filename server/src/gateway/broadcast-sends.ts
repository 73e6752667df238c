import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId, BroadcastId, MessageId } from '@hongyan/contract/ids'
import { SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { idArray, plainArray, textArray } from '../db/arrays.ts'
import { expectRows, statement, type Tx } from '../db/tx.ts'

/** A running broadcast, as the process that runs it knows it. */
export interface RunningBroadcast {
  readonly account: AccountId
  readonly id: BroadcastId
  readonly claim: string
}

/** A recipient of a broadcast that has its message now, or is skipped. */
export interface BroadcastSend extends RunningBroadcast {
  /** Its row in the broadcast's list. */
  readonly row: number
  /** Null where it is skipped without a message. */
  readonly message: MessageId | null
  readonly country: string
  /** The refusal of a skipped recipient; null for one that is sent to. */
  readonly code: ErrorCode | null
}

/** A broadcast is running under a claim. The lock makes a pause wait for the messages that are being accepted. */
const RUNNING = (values: string): string => `running as materialized (
     select b.account_id, b.id from broadcast b
     join (select distinct * from ${values}) as c(account_id, id, claim) on c.account_id = b.account_id and c.id = b.id
     where b.status = ${SendJobStatus.Pending} and b.claim = c.claim order by b.account_id, b.id for share of b
   )`

/**
 * The primary key makes a recipient of a broadcast get one message, whatever happens: the row is written in the
 * transaction that accepts the message.
 */
const INSERT = statement(
  'broadcast_send.insert',
  `with ${RUNNING('unnest($2::uuid[], $3::uuid[], $4::uuid[])')},
   inserted as (
     insert into broadcast_send (account_id, broadcast_id, row, message_id, country, state, error_code, at)
     select s.account_id, s.broadcast_id, s.row, s.message_id, s.country,
       case when s.error_code is null then 'waiting' else 'skipped' end, s.error_code, $1
     from unnest($2::uuid[], $3::uuid[], $5::integer[], $6::uuid[], $7::text[], $8::text[])
       as s(account_id, broadcast_id, row, message_id, country, error_code)
     join running r on r.account_id = s.account_id and r.id = s.broadcast_id
     on conflict do nothing returning account_id, broadcast_id, country, state, error_code
   ), counted as (
     insert into broadcast_count as c (account_id, broadcast_id, country, state, error_code, recipients, cost_micros)
     select account_id, broadcast_id, country, state, coalesce(error_code, ''), count(*), 0 from inserted
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
     on conflict (account_id, broadcast_id, country, state, error_code)
       do update set recipients = c.recipients + excluded.recipients
   )
   ${expectRows('select count(*) from inserted', 'cardinality($5::integer[])', 'broadcast recipients')}`,
)

/**
 * Writes the recipients of broadcasts that messages are accepted for, or that are skipped. Fails the transaction where a
 * broadcast is not running under its claim, and where a recipient has its row already.
 */
export async function insertSends(tx: Tx, sends: readonly BroadcastSend[], now: Date): Promise<void> {
  if (sends.length === 0) return
  await tx.run(INSERT, [
    now,
    idArray(sends.map(({ account }) => account)),
    idArray(sends.map(({ id }) => id)),
    plainArray(sends.map(({ claim }) => claim)),
    plainArray(sends.map(({ row }) => row)),
    plainArray(sends.map(({ message }) => message)),
    textArray(sends.map(({ country }) => country)),
    textArray(sends.map(({ code }) => code)),
  ])
}

const LOCK = statement(
  'broadcast.lock_running',
  `with ${RUNNING('unnest($1::uuid[], $2::uuid[], $3::uuid[])')} select account_id as account, id from running`,
)

const TAKEN = statement(
  'broadcast_send.taken',
  `select s.broadcast_id as id, s.row from unnest($1::uuid[], $2::uuid[], $3::integer[]) as k(account_id, broadcast_id, row)
   join broadcast_send s using (account_id, broadcast_id, row)`,
)

/** Rows of a running broadcast. */
export interface SendRows extends RunningBroadcast {
  readonly rows: readonly number[]
}

/**
 * Locks the broadcasts and returns those of the given rows that may be sent to: their broadcast runs under its claim, and
 * none of their recipients has its row.
 */
export async function lockSendable<T extends SendRows>(tx: Tx, wanted: readonly T[]): Promise<ReadonlySet<T>> {
  if (wanted.length === 0) return new Set()
  const each = wanted.flatMap(({ account, id, rows }) => rows.map((row) => ({ account, id, row })))
  const [running, taken] = await Promise.all([
    tx.run<{ id: BroadcastId }>(LOCK, [
      idArray(wanted.map(({ account }) => account)),
      idArray(wanted.map(({ id }) => id)),
      plainArray(wanted.map(({ claim }) => claim)),
    ]),
    tx.run<{ id: BroadcastId; row: number }>(TAKEN, [
      idArray(each.map(({ account }) => account)),
      idArray(each.map(({ id }) => id)),
      plainArray(each.map(({ row }) => row)),
    ]),
  ])
  const open = new Set(running.map(({ id }) => id))
  const used = new Set(taken.map(({ id, row }) => `${id} ${row}`))
  return new Set(wanted.filter(({ id, rows }) => open.has(id) && rows.every((row) => !used.has(`${id} ${row}`))))
}
