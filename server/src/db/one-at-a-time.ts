import type { Pool } from 'pg'

/** The numbers of PostgreSQL's advisory locks, each for work that one process at a time may do. */
export const lockNumbers = {
  verifier: 4_807_203,
  partitions: 4_807_204,
  rechargeLinks: 4_807_205,
  networkStatus: 4_807_206,
} as const

/**
 * Runs the work, or skips it while another process runs it. The lock belongs to the connection, so no transaction stays
 * open.
 */
export async function oneAtATime(pool: Pool, lockNumber: number, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let held = true
  try {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [lockNumber])
    held = rows[0]?.ours === true
    if (!held) return
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockNumber])
      held = false
    }
  } finally {
    // A lock that could not be released ends with its connection.
    client.release(held)
  }
}
