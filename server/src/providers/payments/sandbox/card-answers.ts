import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction, statement, type Tx } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { json, type WireReply } from './wire.ts'

const LOCK = statement('sandbox_answer.lock', 'select pg_advisory_xact_lock(hashtextextended($1, 7203))')
const READ = statement('sandbox_answer.read', 'select request, status, body from sandbox_answer where key = $1')
const WRITE = statement(
  'sandbox_answer.insert',
  'insert into sandbox_answer (key, request, status, body, created_at) values ($1, $2, $3, $4, $5)',
)

interface StoredResponse {
  readonly request: Buffer
  readonly status: number
  readonly body: string
}

export interface IdempotentCall {
  /** The idempotency key. Empty: every call is new. */
  readonly key: string
  readonly path: string
  readonly body: Buffer
}

/**
 * Returns the stored response for a repeated idempotency key, refusals included. With other parameters it is an error,
 * as at Stripe.
 */
export function answerOnce(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  secret: string,
  { key, path, body }: IdempotentCall,
  work: (tx: Tx) => Promise<WireReply>,
): Promise<WireReply> {
  return inTransaction(pool, async (tx) => {
    if (key === '') return work(tx)
    const request = createHmac('sha256', secret).update(path).update('\n').update(body).digest()
    await tx.run(LOCK, [key])
    const [before] = await tx.run<StoredResponse>(READ, [key])
    if (before === undefined) {
      const reply = await work(tx)
      await tx.run(WRITE, [key, request, reply.status, reply.body, clock.now()])
      return reply
    }
    if (before.request.equals(request)) {
      return { ...json(before.status, null, { 'idempotent-replayed': 'true' }), body: before.body }
    }
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return json(400, { error: { type: 'idempotency_error', message } })
  })
}
