import type { ErrorCode } from '@hongyan/contract/errors'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { alone, inTransaction, statement } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import type { Found, HandOver, Receipt } from '../upstream.ts'
import type { PlannedReceipt } from './outcomes.ts'
import { sandboxSenders } from './senders.ts'

export const RECEIPTS_AT_ONCE = 1_000

/** One part of an accepted message. */
export interface Part {
  readonly remoteId: string
  readonly message: HandOver
  readonly part: number
  readonly receipts: readonly PlannedReceipt[]
}

const INSERT = statement(
  'sandbox_message.insert',
  `insert into sandbox_message (remote_id, reference, part, parts, channel, recipient, sender, text, remote, received_at, upstream)
   select remote_id, reference, part, parts, channel, recipient, sender, text, remote, $1, $2
   from unnest($3::text[], $4::text[], $5::smallint[], $6::smallint[], $7::text[], $8::text[], $9::text[], $10::text[],
     $11::jsonb[]) as p(remote_id, reference, part, parts, channel, recipient, sender, text, remote)`,
)

const INSERT_RECEIPTS = statement(
  'sandbox_receipt.insert',
  `insert into sandbox_receipt (id, remote_id, part, status, upstream_code, error_code, due_at, upstream)
   select id, remote_id, part, status, upstream_code, error_code, now() + make_interval(secs => after / 1000), $8
   from unnest($1::uuid[], $2::text[], $3::smallint[], $4::smallint[], $5::text[], $6::text[], $7::double precision[])
     as r(id, remote_id, part, status, upstream_code, error_code, after)`,
)

const FIND = statement(
  'sandbox_message.find',
  `select reference, array_agg(remote_id order by part) as ids from sandbox_message
   where reference = any($1) and upstream = $2 group by 1`,
)

const DUE = statement(
  'sandbox_receipt.due',
  `select r.id, r.remote_id as "remoteId", r.status, r.upstream_code as "upstreamCode", r.error_code as error, m.recipient as to
   from sandbox_receipt r join sandbox_message m on m.remote_id = r.remote_id
   where r.upstream = $1 and r.due_at <= now() order by r.due_at, r.id limit ${RECEIPTS_AT_ONCE}`,
)

const DONE = statement('sandbox_receipt.done', `delete from sandbox_receipt where id = any($1::uuid[])`)

/** The inbox shows recent messages only, so older ones are deleted. */
const FORGET = statement(
  'sandbox_message.forget',
  `delete from sandbox_message where received_at < now() - interval '7 days'`,
)

interface DueRow {
  id: string
  remoteId: string
  status: MessageStatus
  upstreamCode: string
  error: ErrorCode | null
  to: string
}

/** The tables of one carrier that the sandbox plays: its inbox, query results and due receipts survive a restart. */
export function sandboxStore({ pool, clock, code }: { pool: Pool; clock: Clock; code: string }) {
  const db = alone(pool)
  return {
    keep: (parts: readonly Part[]): Promise<void> =>
      inTransaction(pool, async (tx) => {
        const now = clock.now()
        const column = <T>(pick: (part: Part) => T): T[] => parts.map(pick)
        await tx.run(INSERT, [
          now,
          code,
          column((p) => p.remoteId),
          column((p) => p.message.reference),
          column((p) => p.part),
          column((p) => p.message.parts),
          column((p) => p.message.channel),
          column((p) => p.message.to),
          column((p) => p.message.sender ?? sandboxSenders.number),
          column((p) => p.message.text),
          column((p) => p.message.remote && JSON.stringify(p.message.remote)),
        ])
        const due = parts.flatMap((part) => part.receipts.map((receipt) => ({ receipt, ...part })))
        await tx.run(INSERT_RECEIPTS, [
          due.map(() => uuidv7(now)),
          due.map((o) => o.remoteId),
          due.map((o) => o.part),
          due.map((o) => o.receipt.status),
          due.map((o) => o.receipt.upstreamCode),
          due.map((o) => o.receipt.error),
          due.map((o) => o.receipt.after),
          code,
        ])
      }),
    async find(references: readonly string[]): Promise<Found> {
      const rows = await db.run<{ reference: string; ids: string[] }>(FIND, [references, code])
      return new Map(rows.map(({ reference, ids }) => [reference, ids]))
    },
    /** Delivers due receipts. A receipt is deleted only after the gateway has stored it. */
    async deliver(settled: (receipts: readonly Receipt[]) => Promise<void>): Promise<number> {
      const due = await db.run<DueRow>(DUE, [code])
      if (due.length === 0) return 0
      await settled(due.map(receiptOf))
      await db.run(DONE, [due.map(({ id }) => id)])
      return due.length
    },
    forget: () => db.run(FORGET, []),
  }
}

const receiptOf = ({ remoteId, status, upstreamCode, error, to }: DueRow): Receipt => ({
  remoteId,
  part: 0,
  status,
  upstreamCode,
  error,
  to,
})
