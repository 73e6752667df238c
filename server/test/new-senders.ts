import { AccountId } from '@hongyan/contract/ids'
import type { Pool } from 'pg'

/** The account with this number, from 1, of `insertSenders`. */
export const senderId = (nr: number): AccountId =>
  AccountId.parse(`0199a000-0000-7000-8000-${String(nr).padStart(12, '0')}`)

/** Inserts verified accounts without money, numbered from 1. `rate` is in parts per second; 0 is unlimited. */
export async function insertSenders(pool: Pool, count: number, rate: number): Promise<void> {
  await pool.query(
    `insert into account (id, email, password_hash, partition, currency, time_zone, level, tps, hash_key, created_at)
     select ('0199a000-0000-7000-8000-' || lpad(nr::text, 12, '0'))::uuid, nr || '@example.com', '', 'us', 'USD', 'UTC', 2,
       $2, '', now() from generate_series(1, $1::integer) nr`,
    [count, rate],
  )
}
