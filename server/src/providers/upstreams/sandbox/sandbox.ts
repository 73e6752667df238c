import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { isDataError } from '../../../db/connect.ts'
import { alone, inTransaction, statement } from '../../../db/tx.ts'
import { createCollector } from '../../../kit/collector.ts'
import type { Clock } from '../../../kit/clock.ts'
import { uuidv7 } from '../../../kit/ids.ts'
import { createPace } from '../../../kit/pace.ts'
import type { Found, HandOver, Receipt, Submitted, Upstream } from '../upstream.ts'
import { type Plan, type PlannedReceipt, planFor } from './outcomes.ts'
import { sandboxSenders } from './senders.ts'

export const SANDBOX = 'sandbox'
/** The most submissions that may be unanswered at once. */
const WINDOW = 500
/** A submission that is written later than this, because the process stood still, may have been excluded by a query. */
const WRITTEN_WITHIN = 10_000
const POLL_EVERY = 100
/** Milliseconds between two reads while no receipt of this process is to come; those of an ended process are found late. */
const IDLE_POLL_EVERY = 1_000
const RECEIPTS_AT_ONCE = 1_000

interface Taken {
  readonly message: HandOver
  readonly plan: Plan
  readonly remoteIds: readonly string[]
  readonly begun: number
}

interface Part {
  readonly remoteId: string
  readonly message: HandOver
  readonly part: number
  readonly receipts: readonly PlannedReceipt[]
}

const INSERT = statement(
  'sandbox_message.insert',
  `insert into sandbox_message (remote_id, reference, part, parts, channel, recipient, sender, text, received_at, upstream)
   select remote_id, reference, part, parts, channel, recipient, sender, text, $1, $10
   from unnest($2::text[], $3::text[], $4::smallint[], $5::smallint[], $6::text[], $7::text[], $8::text[], $9::text[])
     as p(remote_id, reference, part, parts, channel, recipient, sender, text)`,
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
const FORGET_EVERY = 3_600_000

interface DueRow {
  id: string
  remoteId: string
  status: MessageStatus
  upstreamCode: string
  error: ErrorCode | null
  to: string
}

export interface SandboxDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** The upstream that it plays. */
  readonly code?: string
}

/**
 * The carrier of an installation without one. It stores accepted messages in tables of its own, so its inbox, query
 * results and due receipts survive a restart.
 */
export function createSandbox({ pool, clock, code = SANDBOX }: SandboxDeps): Upstream {
  const db = alone(pool)
  const polling = createPace(IDLE_POLL_EVERY)

  /** Submissions that arrive while the previous batch is written make the next one. */
  const submissions = createCollector<Taken, Submitted>({
    gather: 0,
    choose: (line) => line.splice(0, WINDOW),
    isOneItems: isDataError,
    work: async (batch) => {
      const now = performance.now()
      const isLate = ({ begun }: Taken): boolean => now - begun > WRITTEN_WITHIN
      const parts = batch.filter((taken) => !isLate(taken)).flatMap(partsOf)
      if (parts.length > 0) await keep(parts)
      polling.stir(
        Math.max(0, ...parts.flatMap(({ receipts }) => receipts.map(({ after }) => after + IDLE_POLL_EVERY))),
      )
      return new Map(batch.map((taken) => [taken, isLate(taken) ? { kind: 'unreachable' } : resultOf(taken)]))
    },
  })

  const submit = async (message: HandOver): Promise<Submitted> => {
    const plan = planFor(message.to, message.attempt, Math.random())
    const remoteIds = plan.kind === 'accepted' ? newRemoteIds(message.parts) : []
    return submissions.add({ message, plan, remoteIds, begun: performance.now() }).catch(() => ({ kind: 'unknown' }))
  }

  const keep = (parts: readonly Part[]): Promise<void> =>
    inTransaction(pool, async (tx) => {
      const now = clock.now()
      const column = <T>(pick: (part: Part) => T): T[] => parts.map(pick)
      await tx.run(INSERT, [
        now,
        column((p) => p.remoteId),
        column((p) => p.message.reference),
        column((p) => p.part),
        column((p) => p.message.parts),
        column((p) => p.message.channel),
        column((p) => p.message.to),
        column((p) => p.message.sender ?? sandboxSenders.number),
        column((p) => p.message.text),
        code,
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
    })

  const find = async (references: readonly string[]): Promise<Found> => {
    const rows = await db.run<{ reference: string; ids: string[] }>(FIND, [references, code])
    return new Map(rows.map(({ reference, ids }) => [reference, ids]))
  }

  /** Delivers due receipts. A receipt is deleted only after the gateway has stored it. */
  const deliver = async (settled: (receipts: readonly Receipt[]) => Promise<void>): Promise<number> => {
    const due = await db.run<DueRow>(DUE, [code])
    if (due.length === 0) return 0
    await settled(due.map(receiptOf))
    await db.run(DONE, [due.map(({ id }) => id)])
    return due.length
  }

  const listen: Upstream['listen'] = (settled) => {
    let stopped = false
    const loop = async (): Promise<void> => {
      while (!stopped) {
        const count = await deliver(settled).catch(() => 0)
        if (count < RECEIPTS_AT_ONCE && !stopped) await polling.pause(POLL_EVERY)
      }
    }
    const running = loop()
    return async () => {
      stopped = true
      polling.wake()
      await running
    }
  }

  const forget = { name: 'sandbox-inbox', every: FORGET_EVERY, run: () => db.run(FORGET, []) }
  return { code, window: WINDOW, rate: 0, submit, find, listen, loops: [forget] }
}

const receiptOf = ({ remoteId, status, upstreamCode, error, to }: DueRow): Receipt => ({
  remoteId,
  part: 0,
  status,
  upstreamCode,
  error,
  to,
})

const newRemoteIds = (parts: number): string[] => Array.from({ length: parts }, () => randomBytes(8).toString('hex'))

const partsOf = ({ message, plan, remoteIds }: Taken): Part[] =>
  plan.kind === 'accepted'
    ? remoteIds.map((remoteId, at) => ({ remoteId, message, part: at + 1, receipts: plan.receipts }))
    : []

function resultOf({ plan, remoteIds }: Taken): Submitted {
  if (plan.kind === 'accepted') return { kind: 'accepted', remoteIds }
  const { code: upstreamCode, ...refusal } = plan
  return { ...refusal, upstreamCode }
}
