import type { Pool } from 'pg'

/** Numbers of our own, each of a work that one process of the house at a time may be at. */
export const turns = {
  verifier: 4_807_203,
  rechargeLinks: 4_807_205,
} as const

/** Skips the work while another process is at it. The lock is the connection's, no transaction stays open. */
export async function oneAtATime(pool: Pool, turn: number, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let held = true
  try {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [turn])
    held = rows[0]?.ours === true
    if (!held) return
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [turn])
      held = false
    }
  } finally {
    // Where it could not be given back, the lock ends with its connection.
    client.release(held)
  }
}
