import type { Pool } from 'pg'
import { inTransaction, type Tx, statement } from '../db/tx.ts'
import type { PlacedFact } from './facts.ts'

const INSERT = statement(
  'set_aside.insert',
  `insert into set_aside (account_id, message_id, upstream, reason, facts, at) values ($1, $2, $3, $4, $5, $6)
   on conflict (account_id, message_id) do update set facts = set_aside.facts || excluded.facts`,
)

const REMOVE = statement('set_aside.outbox', `delete from outbox where account_id = $1 and id = $2`)

const LIST = statement(
  'set_aside.list',
  `select account_id as account, message_id as id, upstream, reason, at from set_aside order by at limit $1`,
)

const COUNT = statement('set_aside.count', `select count(*) as count from set_aside`)

const MOST_REASON = 500

/** PostgreSQL keeps no NUL in a text. */
const keepable = (text: string): string => text.replaceAll('\u0000', '\ufffd')

/**
 * Sets a message aside whose fact cannot be written, with the reason: its outbox row ends, so that its credit is free,
 * and its money stays held until an operator decides.
 */
export function setAside(pool: Pool, fact: PlacedFact, error: unknown, at: Date): Promise<void> {
  const { account, message, upstream, status, handovers, upstreamCode } = fact
  const reason = keepable(error instanceof Error ? error.message : String(error)).slice(0, MOST_REASON)
  const known = [{ status, remoteIds: handovers.map(keepable), upstreamCode: keepable(upstreamCode ?? '') }]
  return inTransaction(pool, async (tx) => {
    await Promise.all([
      tx.run(INSERT, [account, message, keepable(upstream), reason, JSON.stringify(known), at]),
      tx.run(REMOVE, [account, message]),
    ])
  })
}

/** A message whose outcome could not be written. */
export interface SetAside {
  readonly account: string
  readonly id: string
  readonly upstream: string
  readonly reason: string
  readonly at: Date
}

export const listSetAside = (tx: Tx, limit: number) => tx.run<SetAside>(LIST, [limit])

export async function countSetAside(tx: Tx): Promise<number> {
  const [row] = await tx.run<{ count: bigint }>(COUNT, [])
  return Number(row?.count ?? 0n)
}
